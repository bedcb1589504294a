package dev.wherry.codec.java;

import dev.wherry.Limits;
import dev.wherry.codec.CycleRefusal;
import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.Visit;
import dev.wherry.codec.java.OpenParts.Cost;
import dev.wherry.codec.java.StreamHandles.Node;
import dev.wherry.spi.CodecException;
import java.util.EnumMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts what it takes to read a message: objects, depth, and what an {@link java.io.ObjectInputFilter} cannot see, the
 * work of hashing. A set of sets that share their elements doubles that work with every level; a few bytes would keep a
 * processor busy for ever.
 */
final class StreamWork {
    private static final Object[] NO_KEYS = {};
    private static final int BYTES_PER_CONSTANT = 4;
    /** The memory of an element's place in a container. */
    private static final int PLACE = 8;

    private final Limits limits;
    private final DecodingBudget budget;
    private final @Nullable KeyWatch keys;
    private int objects;
    private int depth;
    private int depthHere;
    private int keysAround;
    private int markedObjects;
    private int largestEnum;
    /** The object whose parts are being read. */
    private @Nullable Node around;

    /** @param keys of what is to be made of the bytes; null if nothing is */
    StreamWork(Limits limits, DecodingBudget budget, @Nullable KeyWatch keys) {
        this.limits = limits;
        this.budget = budget;
        this.keys = keys;
    }

    /** Says that a value nests deeper than was asked for; it can be scanned again. */
    @SuppressWarnings("serial") // never leaves this package
    static final class TooDeepHere extends RuntimeException {
        TooDeepHere() {
            super(null, null, false, false);
        }
    }

    /** Begins the message's next value. */
    void mark(int depthHere) {
        this.depthHere = depthHere;
        depth = 0;
        keysAround = 0;
        around = null;
        markedObjects = objects;
    }

    /** Forgets what came since {@link #mark}. */
    void reset() {
        objects = markedObjects;
        if (keys != null) {
            keys.expectNothing();
        }
    }

    void enterObject() {
        budget.takeTime();
        if (++objects > limits.graphObjects()) {
            throw CodecException.limit("more than " + limits.graphObjects() + " objects", "graphObjects");
        }
        if (++depth > limits.graphDepth()) {
            throw CodecException.limit("values nested more than " + limits.graphDepth() + " deep", "graphDepth");
        }
        if (depth > depthHere) {
            throw new TooDeepHere();
        }
    }

    /** Counts the memory of an object, of which the stream may hold a few bytes only. */
    void takeMemory(StreamClass type) {
        budget.takeMemory(type.memory() + (type.type() == EnumMap.class ? largestEnum : 0), type.type());
    }

    /** Counts the memory that a text or an array takes beside its bytes. */
    void holdObject() {
        budget.hold(StreamClass.OBJECT);
    }

    /** Counts what an object makes of a part that was read before. */
    void takeCopy(Class<?> by, Node part) {
        CopiedParts.pay(by, part, budget);
    }

    /** Takes note of a BigDecimal that has been scanned. */
    void meetDecimal(Node decimal) {
        budget.meetDecimal(decimal.fields);
    }

    /** Checks a field that has been scanned, see {@link CheckedForms}. */
    void check(StreamClass part, String field, Node value, @Nullable String text) {
        CheckedForms.check(part.type(), field, value, text, budget);
    }

    /** Takes note of the locale of a format. */
    void meetOfFormat(Node locale) {
        if (keys != null && locale.order >= 0) {
            keys.expectOfFormat(locale);
        }
    }

    /** Takes note of an enum by which a collection may be laid out. */
    void meetEnum(Class<?> type) {
        largestEnum = Math.max(largestEnum, BYTES_PER_CONSTANT * type.getEnumConstants().length);
    }

    void leaveObject() {
        depth--;
    }

    void enterKey() {
        keysAround++;
    }

    void leaveKey() {
        keysAround--;
    }

    /**
     * Counts an object that a container has written.
     *
     * @param holder the container
     * @param earlier whether the element was read before the container
     */
    void count(StreamKeys container, Node element, int index, Node holder, boolean earlier) {
        budget.hold(PLACE);
        if (!container.counts(index)) {
            return;
        }
        Cost cost = container.asksFields(element)
                ? Cost.of(element)
                : element.isArray() ? Cost.ONE : OpenParts.cost(element, holder, budget);
        container.count(element, cost);
        if (container.isKey(index)) {
            cost.requireFinite();
            budget.hash(container.type(), NO_KEYS, cost.hashing());
            if (element.open != null && earlier && container.hashes()) {
                container.payForAnyHash(cost, budget);
            } else if (keys != null && element.order >= 0 && container.hashes() && container.chooses(element.type)) {
                keys.expect(element, cost, container);
            }
        }
    }

    /**
     * Ends the keys of a container.
     *
     * @param elements how many objects it has written
     */
    void leaveKeys(StreamKeys container, int elements, Node holder) {
        container.payToSort(elements, budget);
        holder.searching += container.searching();
        if (elements > 1 && container.fillsAnother()) {
            holder.elements = container;
        }
    }

    /** Counts that a container fills itself with what another one holds. */
    void fill(StreamClass container, Node other) {
        if (other.elements != null && container.fillsItself()) {
            other.elements.payToFill(container.type(), budget);
        }
    }

    /** Begins the parts of an object; gives back the one around it, for {@link #leaveParts}. */
    @Nullable
    Node enterParts(Node node) {
        Node outer = around;
        if (outer != null && outer.hashes.contains(Visit.How.HASHED)) {
            outer.inner = node;
        }
        node.reading = true;
        around = node;
        return outer;
    }

    /** Ends them. */
    void leaveParts(Node node, @Nullable Node outer) {
        node.reading = false;
        around = outer;
        if (outer != null) {
            outer.inner = null;
        }
    }

    /** Takes note of a reference to an object that is being read: what holds it now will hold all of it. */
    void referAround(Node node) {
        StreamClass type = node.type;
        if (type == null) {
            return;
        }
        if (type.type().isRecord() || type.isImmutableCollection()) {
            // The stream would bring null, or what stands for the value in the stream.
            throw CycleRefusal.refused("a record or an immutable value", type.type());
        }
        if (keysAround > 0 && type.isContainer()) {
            throw CycleRefusal.refused("a map key or set element", type.type());
        }
        if (node.isArray() || !type.visited().isEmpty()) {
            node.open();
        }
    }
}
