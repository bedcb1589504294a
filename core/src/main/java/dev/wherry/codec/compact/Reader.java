package dev.wherry.codec.compact;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.DeepStack;
import dev.wherry.codec.KeyCosts;
import dev.wherry.codec.PendingFills;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.In;
import java.io.ObjectInput;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads one message within its limits. Public because generated code uses it. */
public final class Reader {
    /**
     * The number of values that a large stack counts as. Otherwise a few bytes each would request one stack after
     * another.
     */
    private static final int STACK = 500;

    /**
     * The number of values that are counted together, and the memory of each beside its place in the value that holds
     * it.
     */
    private static final int COUNTED_TOGETHER = 1 << 8;

    private static final int MEMORY_EACH = 16;

    /** The cost of an object that is still being read. */
    private static final int OPEN = -1;
    /** The cost of an object that hashes by its identity. */
    private static final int IDENTITY = 1;

    final Decoding decoding;
    final In in;
    /** Made when it is needed: most messages need none. */
    private @Nullable DecodingBudget budget;

    /** Bytes of memory that values may take before the budget is made. */
    private int freeMemory = DecodingBudget.FREE_MEMORY;

    /** The number of map keys and set elements around the value that is being read. */
    int keys;

    /** The number of values around this one that are read only to be dropped. */
    int dropping;

    /** The number of readExternal methods that are running. */
    int byHand;

    /** Null before the first reference back. */
    private @Nullable UnknownCosts unknown;

    private int depth;
    private int deepest;
    /** Values that may be read before they are counted again. */
    private int values;
    /** Values that may be read beyond these. */
    private int valuesLeft;

    private @Nullable Object[] objects = NONE;
    /** The cost of hashing or comparing each object, see {@link #cost}; {@link #OPEN} while it is being read. */
    private int[] costs = {};
    /** The cost of comparing each object beyond that, see {@link KeyCosts}; null if no object has any so far. */
    private int @Nullable [] searching;

    private int count;
    private boolean halfMade;
    private @Nullable PendingFills pending;
    /** The input of readExternal methods; null before the first. */
    @Nullable
    ObjectInput external;

    private static final @Nullable Object[] NONE = {};

    private Reader(Decoding decoding) {
        this.decoding = decoding;
        this.in = decoding.in();
        this.budget = DecodingBudget.known(decoding);
        this.values = Math.min(COUNTED_TOGETHER, decoding.limits().graphObjects());
        this.valuesLeft = decoding.limits().graphObjects() - values;
        this.deepest = Math.min(DeepStack.SHALLOW, decoding.limits().graphDepth());
    }

    static Reader of(Decoding decoding) {
        if (decoding.state() instanceof Reader reader) {
            return reader;
        }
        Reader reader = new Reader(decoding);
        decoding.state(reader);
        return reader;
    }

    public In in() {
        return in;
    }

    /** Returns a class that was sent by its name. Where it is dropped, it need not be allowed. */
    Class<?> named(Supplier<Class<?>> find) {
        try {
            return find.get();
        } catch (CodecException e) {
            if (dropping > 0) {
                return Object.class;
            }
            throw e;
        }
    }

    /** Counts values that are read. A limit says how many a message may have. */
    void charge(int count) {
        values -= count;
        if (values < 0) {
            chargeMore();
        }
    }

    private void chargeMore() {
        int left = valuesLeft + values;
        int counted = COUNTED_TOGETHER - values;
        values = 0;
        valuesLeft = 0;
        if (left < 0) {
            throw CodecException.limit(
                    "a message of more than " + decoding.limits().graphObjects()
                            + " values (each stack for a deep one counts as " + STACK + ")",
                    "graphObjects");
        }
        values = Math.min(COUNTED_TOGETHER, left);
        valuesLeft = left - values;
        budget().hold((long) MEMORY_EACH * counted);
        budget().takeTimeFor(counted);
    }

    DecodingBudget budget() {
        DecodingBudget made = budget;
        if (made == null) {
            budget = made = DecodingBudget.of(decoding);
            made.takeMemory(DecodingBudget.FREE_MEMORY - freeMemory, Object.class);
        }
        return made;
    }

    /** See {@link DecodingBudget#takeMemory}. */
    void takeMemory(long bytes, Class<?> type) {
        if (budget == null && bytes <= freeMemory) {
            freeMemory -= (int) bytes;
        } else {
            budget().takeMemory(bytes, type);
        }
    }

    /**
     * Returns the cost of hashing or comparing all that was read so far. A part of it costs the growth of this number.
     */
    long cost() {
        return in.position() + (budget == null ? 0 : budget.shared());
    }

    /** See {@link DecodingBudget#searching}. */
    long searching() {
        return budget == null ? 0 : budget.searching();
    }

    /** See {@link UnknownCosts#references}. */
    int unknownReferences() {
        return unknown == null ? 0 : unknown.references;
    }

    /**
     * Reads a number of elements, each of at least a byte. The caller must pay for memory before it allocates it: a
     * false number may claim all bytes that are left, and so may numbers inside the elements.
     */
    int readCount() {
        int count = in.readCount(1);
        charge(count);
        return count;
    }

    /** The same, and pays for the memory that an object of this class takes for each element. */
    int readCount(int memoryEach, Class<?> type) {
        int count = readCount();
        takeMemory((long) memoryEach * count, type);
        return count;
    }

    Object descend(ValueCodec codec, Slot at, int id) {
        charge(1);
        if (++depth > deepest) {
            return deeper(codec, at, id);
        }
        Object value = codec.read(at, this, id);
        depth--;
        return value;
    }

    private Object deeper(ValueCodec codec, Slot at, int id) {
        int most = decoding.limits().graphDepth();
        if (depth > most) {
            throw CodecException.limit("values nested more than " + most + " deep", "graphDepth");
        }
        charge(STACK);
        deepest = most;
        Object value = DeepStack.call(() -> codec.read(at, this, id));
        deepest = DeepStack.SHALLOW;
        depth--;
        return value;
    }

    Object readNumbered(ValueCodec codec, Slot at) {
        boolean identity = codec.hashesByIdentity();
        int id = reserve(OPEN);
        long before = cost();
        long searchingBefore = searching();
        int references = unknownReferences();
        Object value = codec.nests ? descend(codec, at, id) : codec.read(at, this, id);
        objects[id] = value;
        costs[id] = identity ? IDENTITY : (int) Math.min(Integer.MAX_VALUE, cost() - before + 1);
        if (unknown != null && unknown.references != references) {
            unknown.ended(id);
        }
        if (searching() != searchingBefore) {
            searched(id, searchingBefore, identity);
        }
        return value;
    }

    /** Records the cost of an object that holds containers, from the cost of comparing all that was read. */
    private void searched(int id, long before, boolean identity) {
        if (identity) {
            budget().search(before - searching()); // the value that holds it is compared without its contents
            return;
        }
        if (searching == null || id >= searching.length) {
            searching = searching == null ? new int[costs.length] : Arrays.copyOf(searching, costs.length);
        }
        searching[id] = (int) Math.min(Integer.MAX_VALUE, searching() - before);
    }

    private int reserve(int cost) {
        if (count == objects.length) {
            int capacity = count == 0 ? 8 : 2 * count;
            objects = Arrays.copyOf(objects, capacity);
            costs = Arrays.copyOf(costs, capacity);
        }
        costs[count] = cost;
        return count++;
    }

    /** Returns how many objects were numbered so far. */
    int mark() {
        return count;
    }

    /**
     * Ends a block. The number of objects that its writer numbered follows it. Objects that were left unread get their
     * numbers.
     */
    void passed(int before, int length) {
        int numbered = in.readSize();
        int unread = numbered - (count - before);
        if (numbered < 0 || numbered > length || unread < 0) {
            throw CodecException.malformed("a block of " + length + " bytes with " + Integer.toUnsignedString(numbered)
                    + " objects, of which " + (count - before) + " were read");
        }
        charge(unread);
        for (int i = 0; i < unread; i++) {
            objects[reserve(0)] = SkippedValue.UNREAD;
        }
    }

    /** Registers an object that is not complete yet, for references back to it. */
    public void started(int id, Object object) {
        if (id >= 0) {
            objects[id] = object;
        }
    }

    Object readBack() {
        int number = in.readSize();
        if (number < 0 || number >= count) {
            throw CodecException.malformed(
                    "a reference back to object " + Integer.toUnsignedString(number) + " of " + count);
        }
        Object object = objects[number];
        if (object == null) {
            throw CodecException.malformed("a cycle through a value that is built at once");
        }
        if (object instanceof SkippedValue && dropping == 0) {
            throw CodecException.impossible(
                    "A value is shared with one that was skipped: in a field that is not here, of a class that is not"
                            + " here, or left unread by a readExternal method. Bring both sides to versions that have"
                            + " and read it");
        }
        if (keys > 0 && Writer.isContainer(object)) {
            throw CodecException.malformed("a reference back to a container from within a map key or set element");
        }
        int cost = costs[number];
        if (unknown == null) {
            unknown = new UnknownCosts();
        }
        if (cost < 0) {
            halfMade = true;
            unknown.referToOpen();
        } else {
            budget().share(cost);
            budget().search(searching == null || number >= searching.length ? 0 : searching[number]);
            unknown.referToEnded(number, cost == IDENTITY);
        }
        return object;
    }

    /**
     * Fills a hash container: now if all values read so far are complete, otherwise when they are, so that hashCode
     * sees complete keys. Inside a readExternal method it is filled at once, since the method may use it.
     */
    void fill(Object container, Runnable filling) {
        if (isWhole()) {
            filling.run();
            return;
        }
        if (pending == null) {
            pending = new PendingFills();
        }
        pending.add(container, filling);
    }

    /** Returns whether hash containers are filled as they are read. */
    boolean isWhole() {
        return !halfMade || byHand > 0;
    }

    @Nullable
    PendingFills pending() {
        return pending;
    }

    /** Ends one value of the message: everything in it is complete. */
    void finish() {
        halfMade = false;
        if (pending != null) {
            pending.fillAll();
            pending = null;
        }
    }

    /**
     * The objects of one message that lead to a reference whose cost their bytes do not show. It is a reference to an
     * object that was not complete, or to one that hashes by its identity: a class of the program may hash its fields
     * instead.
     */
    static final class UnknownCosts {
        /** The number of such references so far, and of references to objects that lead to one. */
        int references;

        private @Nullable BitSet leading;

        /** Records a reference to an object that is not complete. */
        void referToOpen() {
            references++;
        }

        /** Records a reference to an object that is complete. */
        void referToEnded(int id, boolean hashesByIdentity) {
            if (hashesByIdentity || (leading != null && leading.get(id))) {
                references++;
            }
        }

        /** Records the end of an object that holds such a reference. */
        void ended(int id) {
            if (leading == null) {
                leading = new BitSet();
            }
            leading.set(id);
        }
    }

    /** Stands for a value that was skipped: of a field or a class that does not exist here. */
    static final class SkippedValue {
        /** Stands for all objects in bytes that were left unread. */
        static final SkippedValue UNREAD = new SkippedValue();

        SkippedValue() {}
    }
}
