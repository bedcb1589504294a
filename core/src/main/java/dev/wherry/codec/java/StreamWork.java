package dev.wherry.codec.java;

import dev.wherry.Limits;
import dev.wherry.codec.Cycle;
import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.java.StreamHandles.Leads;
import dev.wherry.codec.java.StreamHandles.Node;
import dev.wherry.spi.CodecException;
import java.util.EnumMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts what it takes to read a message: objects, depth, and what an {@link java.io.ObjectInputFilter} cannot see, the
 * work of hashing. A set of sets that share their elements doubles that work with every level; a few bytes would keep a
 * processor busy for ever.
 */
final class StreamWork {
    private static final Object[] NO_KEYS = {};
    private static final int BYTES_PER_CONSTANT = 4;

    private final Limits limits;
    private final DecodingBudget budget;
    private final @Nullable KeyWatch keys;
    private int objects;
    private int depth;
    private int depthHere;
    private int keysAround;
    private int markedObjects;
    private int largestEnum;
    /** Where hashing what holds all that was read since {@link #enterParts} would lead. */
    private Leads leads = Leads.NOWHERE;
    /** The cost of all references back. */
    private long shared;
    /** What comparing all so far takes beyond what hashing it does. */
    private long searching;

    private long paid;

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
        leads = Leads.NOWHERE;
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

    /** Counts a key that a container is about to hash or compare, and of which the bytes end at a position. */
    void leaveKey(Node key, StreamKeys container, int position) {
        keysAround--;
        payToHash(key, position);
        budget.hash(container.type(), NO_KEYS, key.cost);
        if (keys != null && key.order >= 0 && container.hashes() && container.chooses(key.type)) {
            keys.expect(key, container);
        }
    }

    /** Ends the keys of a container. */
    void leaveKeys(StreamKeys container) {
        container.payToSort(budget);
        searching += container.searching();
    }

    /** What comparing all so far takes beyond what hashing it does. */
    long searching() {
        return searching;
    }

    /**
     * What an object costs that is referred to before it is whole, nobody knows. The JDK's containers would hash it, which may
     * take for ever; a user's class may hash something else, so hashing all that was read is paid for, once.
     */
    private void payToHash(Node key, int position) {
        switch (key.open ? leadsTo(key) : key.leads) {
            case SURELY ->
                throw Cycle.refused(
                        "a map key or set element",
                        Objects.requireNonNull(key.type).type());
            case PERHAPS -> {
                long all = position + shared;
                budget.takeWork(Math.max(0, all - paid), "Hashing keys that refer to objects around them");
                paid = Math.max(all, paid);
            }
            case NOWHERE -> {}
        }
    }

    private static Leads leadsTo(Node open) {
        StreamClass type = open.type;
        if (type == null || type.hashesByIdentity()) {
            return Leads.NOWHERE;
        }
        return type.isContainer() ? Leads.SURELY : Leads.PERHAPS;
    }

    /** Counts a reference back. */
    void refer(Node before) {
        shared += before.cost;
        searching += before.searching;
        meet(before.open ? leadsTo(before) : before.leads);
    }

    private void meet(Leads found) {
        if (found.compareTo(leads) > 0) {
            leads = found;
        }
    }

    /** Begins the parts of an object; gives back what to tell {@link #leaveParts}, as {@link #searching} does. */
    Leads enterParts() {
        Leads around = leads;
        leads = Leads.NOWHERE;
        return around;
    }

    /** Ends them. */
    void leaveParts(Node node, StreamClass type, Leads around, long searchingBefore) {
        if (type.hashesByIdentity()) {
            leads = Leads.NOWHERE;
            searching = searchingBefore;
        } else if (leads == Leads.SURELY && type.type().getClassLoader() != null) {
            leads = Leads.PERHAPS;
        }
        leaveArray(node, around, searchingBefore);
    }

    /** Ends those of an array, which a list hashes that holds them there. */
    void leaveArray(Node node, Leads around, long searchingBefore) {
        node.searching = Math.min(searching - searchingBefore, Integer.MAX_VALUE);
        node.leads = leads;
        leads = around;
        meet(node.leads);
    }

    /** The stream would bring null, or what stands for the value in the stream, or a key that is hashed too early. */
    void checkCycle(Node around) {
        StreamClass type = around.type;
        if (type != null && (type.type().isRecord() || type.isImmutableCollection())) {
            throw Cycle.refused("a record or an immutable value", type.type());
        }
        if (type != null && keysAround > 0 && type.isContainer()) {
            throw Cycle.refused("a map key or set element", type.type());
        }
    }
}
