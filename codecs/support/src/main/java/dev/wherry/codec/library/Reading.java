package dev.wherry.codec.library;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.DeepStack;
import dev.wherry.codec.HashedGraph;
import dev.wherry.codec.KeyCosts.Search;
import dev.wherry.codec.PendingFills;
import dev.wherry.codec.compact.CheckedInsertion;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.In;
import java.io.Externalizable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A value that a library is reading, in the form of {@link Writing}. For one thread at a time. */
public final class Reading {
    /** The memory that a message may allocate for each of its bytes, and beyond that, since some elements have no byte. */
    private static final int ELEMENTS_PER_BYTE = 16;

    private static final int ELEMENTS = 1 << 14;

    /** The memory of an object that has a length. */
    private static final int MEMORY = 16;

    /** The memory of a slot for an element, or of an element without a byte, if eight booleans share one. */
    private static final int MEMORY_EACH = 8;

    private static final int MEMORY_OF_OBJECT = 24;

    /** The memory of one without elements. */
    private static final int MEMORY_OF_CONTAINER = 96;

    private final LibraryTypes types;
    private final Decoding from;
    private final byte[] array;
    private final int start;
    private final int length;
    private final int end;
    private final int bytes;
    private final boolean cyclic;
    private Walk walk;
    private final DecodingBudget budget;
    private final List<Object> asides = new ArrayList<>();
    /** The containers that are filled when the whole value has been read; null if they are filled at once. */
    private @Nullable PendingFills pending;

    /** The blocks of bytes that Externalizable objects have written; null if there are none. */
    private @Nullable IdentityHashMap<byte[], byte[]> blocks;

    private int nextAside;
    private long elements;
    private int depth;

    Reading(LibraryTypes types, Decoding from, int asideLength, boolean cyclic) {
        this.types = types;
        this.from = from;
        this.cyclic = cyclic;
        budget = DecodingBudget.of(from);
        walk = new Walk(types.shapes(), from.limits(), budget);
        In in = from.in();
        array = in.array();
        int asideStart = in.position();
        in.skip(asideLength);
        length = in.readCount(1);
        start = in.position();
        in.skip(length);
        end = start + length + in.remaining();
        bytes = asideLength + length;
        from.state(null);
        in.over(array, asideStart, asideStart + asideLength);
        depth = Math.min(DeepStack.SHALLOW, from.limits().graphDepth());
        begin();
    }

    private void begin() {
        nextAside = 0;
        pending = cyclic ? new PendingFills() : null;
        blocks = null;
        walk = new Walk(types.shapes(), from.limits(), budget);
        elements = 0;
    }

    /** Keeps the objects that travelled aside, since a reference counts each time it is read. */
    void again() {
        depth = from.limits().graphDepth();
        begin();
    }

    /** Returns the array of the library's bytes, from {@link #start}, {@link #length} of them. It must not be changed. */
    public byte[] array() {
        return array;
    }

    public int start() {
        return start;
    }

    public int length() {
        return length;
    }

    /** Returns how deep values may nest. */
    public int depth() {
        return depth;
    }

    /** Returns the exception to throw where values nest deeper. The value is read again if a larger stack can hold it. */
    public RuntimeException tooDeep() {
        int most = from.limits().graphDepth();
        return depth < most
                ? new Failures.TooDeepHere()
                : CodecException.limit("values nested more than " + most + " deep", "graphDepth");
    }

    /** Returns a number of elements before memory is allocated for them, if the message may have so many. */
    public int room(int elements) {
        return room(elements, MEMORY_EACH);
    }

    /**
     * Returns a number of elements before memory is allocated for them, if the message may have so many.
     *
     * @param each the memory of an element without a byte
     */
    public int room(int elements, int each) {
        budget.takeTime();
        this.elements += elements;
        if (elements < 0 || this.elements > ELEMENTS + (long) ELEMENTS_PER_BYTE * bytes) {
            throw CodecException.malformed(
                    "a length of " + Integer.toUnsignedString(elements) + " in a value of " + bytes + " bytes");
        }
        budget.hold(MEMORY);
        long unwritten = Math.clamp(this.elements - bytes, 0, elements);
        if (unwritten > 0) {
            budget.takeMemory(each * unwritten, Collection.class);
        }
        return elements;
    }

    /** Counts the memory of an object before it is made. */
    public void object(Class<?> type) {
        Shapes.Kind kind = types.shapes().of(type).kind();
        boolean container = kind == Shapes.Kind.COLLECTION || kind == Shapes.Kind.MAP;
        budget.hold(container ? MEMORY_OF_CONTAINER : MEMORY_OF_OBJECT);
    }

    /** Counts the memory of a slot in an object or container whose value may be null. */
    public void element() {
        budget.hold(MEMORY_EACH);
    }

    /** Counts the memory of objects that are not containers. */
    public void objects(int count) {
        budget.hold((long) MEMORY_OF_OBJECT * count);
    }

    /**
     * Returns the class that the writer has given this number, see {@link Writing#type}.
     *
     * @throws CodecException if it may not travel
     */
    public Class<?> type(int number) {
        return types.shapes().defined(from.definition(number));
    }

    /** Returns the next object that the writer has put aside. */
    public Object aside() {
        if (nextAside == asides.size()) {
            asides.add(readAside());
        }
        return asides.get(nextAside++);
    }

    private Object readAside() {
        int kind = from.in().readByte();
        if (kind == Writing.VALUE) {
            Object value = types.aside().decode(from);
            if (value == null) {
                throw CodecException.malformed("null that travels aside");
            }
            return value;
        }
        String name = from.in().readText();
        Class<?> declared = name == null ? Object.class : types.shapes().find(name);
        if (kind != Writing.REFERENCE
                || (name != null && !types.shapes().types().isReference(declared))) {
            throw CodecException.malformed("kind " + kind + " aside, of " + name);
        }
        return from.readReference(declared, types.shapes().types());
    }

    /**
     * Puts its parts, see {@link Writing#parts}, into a set or map, or lets an Externalizable object read them. If an object of
     * the value leads back to itself, this happens at the end, so that no incomplete object is hashed or read.
     */
    public void fill(Object empty, @Nullable Object[] parts) {
        if (empty instanceof Externalizable) {
            requireOwnBlocks(parts);
            walk.external(empty, parts);
        }
        if (pending == null) {
            fillNow(empty, parts);
        } else {
            pending.add(empty, () -> fillNow(empty, parts));
        }
    }

    /** Each object that reads a block copies it. References of a few bytes could cause many copies of one block. */
    private void requireOwnBlocks(@Nullable Object[] parts) {
        if (blocks == null) {
            blocks = new IdentityHashMap<>();
        }
        for (int i = 0; i < parts.length; i += 2) {
            if (parts[i] instanceof byte[] block && block.length > 0 && blocks.put(block, block) != null) {
                throw CodecException.malformed("a block of bytes that two objects share");
            }
        }
    }

    @SuppressWarnings("unchecked") // the caller checks the elements, as in all generic code
    private void fillNow(Object empty, @Nullable Object[] parts) {
        switch (empty) {
            case Set<?> set -> {
                pay(set, parts);
                CheckedInsertion.fill((Collection<@Nullable Object>) set, parts, budget);
            }
            case Collection<?> list -> ((Collection<@Nullable Object>) list).addAll(Arrays.asList(parts));
            case Map<?, ?> map -> {
                @Nullable Object[] keys = every2nd(parts, 0);
                pay(map, keys);
                CheckedInsertion.fill((Map<@Nullable Object, @Nullable Object>) map, keys, every2nd(parts, 1), budget);
            }
            default -> External.fill((Externalizable) empty, parts);
        }
    }

    /** Takes the work of putting keys into a container. The keys are complete, so their costs are counted in the objects. */
    private void pay(Object container, @Nullable Object[] keys) {
        Search search = Search.of(container);
        HashedGraph.costs(container, search, keys, pending, budget)
                .payToFill(search, container.getClass(), keys, budget);
    }

    private static @Nullable Object[] every2nd(@Nullable Object[] parts, int first) {
        @Nullable Object[] some = new @Nullable Object[parts.length / 2];
        for (int i = 0; i < some.length; i++) {
            some[i] = parts[2 * i + first];
        }
        return some;
    }

    /** Fills the containers that are left, and counts the objects if the bytes could hold too many. */
    void finish(Object value) {
        budget.takeTimeFor(length); // the library may have read all of it without calling this class
        if (pending != null) {
            pending.fillAll();
        }
        if (bytes > from.limits().graphObjects()) {
            walk.count(value);
        }
    }

    /** Moves the position behind the value. */
    void end() {
        if (nextAside < asides.size() || from.in().remaining() > 0) {
            throw CodecException.malformed("more aside than the value refers to");
        }
        from.in().over(array, start + length, end);
    }
}
