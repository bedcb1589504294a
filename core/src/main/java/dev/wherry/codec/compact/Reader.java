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
import org.jspecify.annotations.Nullable;

/** One message being read, within its limits. Public because generated code is defined beside the classes it reads. */
public final class Reader {
    /** What a large stack costs, in values read: else a few bytes each would ask for one stack after another. */
    private static final int STACK = 500;

    /** Values that are counted together, and the memory that one of them takes beside its place in what holds it. */
    private static final int COUNTED_TOGETHER = 1 << 8;

    private static final int MEMORY_EACH = 16;

    private static final int OPEN = -1;
    /** What such an object costs. */
    private static final int IDENTITY = 1;

    final Decoding decoding;
    final In in;
    /** Made when it is needed: most messages need none. */
    private @Nullable DecodingBudget budget;

    /** What values may take of memory before it is. */
    private int freeMemory = DecodingBudget.FREE_MEMORY;

    /** How many map keys and set elements stand around what is being read. */
    int keys;

    /** How many values stand around this that are read only to be dropped. */
    int dropping;

    /** How many readExternal methods are running. */
    int byHand;

    /** Null before the first reference back. */
    private @Nullable UnknownCosts unknown;

    private int depth;
    private int deepest;
    /** That may be read before they are counted again. */
    private int values;
    /** That may be read beyond these. */
    private int valuesLeft;

    private @Nullable Object[] objects = NONE;
    /** What hashing or comparing each object costs, see {@link #cost}; {@link #OPEN} while it is being read. */
    private int[] costs = {};
    /** What comparing each takes beyond that, see {@link KeyCosts}; null if no object so far takes any. */
    private int @Nullable [] searching;

    private int count;
    private boolean halfMade;
    private @Nullable PendingFills pending;
    /** What readExternal methods read from; null before the first. */
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

    /** Counts values that are read, of which a message may hold only so many. */
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

    /** What all that was read so far costs to hash or compare; what a part of it costs is the difference. */
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
     * Reads a number of elements, each at least a byte. Whoever allocates for them pays for the memory first: a false number
     * may claim all bytes that are left, and so may those within it.
     */
    int readCount() {
        int count = in.readCount(1);
        charge(count);
        return count;
    }

    /** The same, and pays for the memory that an object of this class takes for each of them. */
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

    Object getKept(ValueCodec codec, Slot at) {
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

    /** Takes note of an object in which there are containers, since comparing all so far took so much. */
    private void searched(int id, long before, boolean identity) {
        if (identity) {
            budget().search(before - searching()); // what holds it is compared without looking into it
            return;
        }
        if (searching == null || id >= searching.length) {
            searching = searching == null ? new int[costs.length] : Arrays.copyOf(searching, costs.length);
        }
        searching[id] = (int) Math.min(Integer.MAX_VALUE, searching() - before);
    }

    private int reserve(int cost) {
        if (count == objects.length) {
            int room = count == 0 ? 8 : 2 * count;
            objects = Arrays.copyOf(objects, room);
            costs = Arrays.copyOf(costs, room);
        }
        costs[count] = cost;
        return count++;
    }

    /** How many objects were numbered so far. */
    int mark() {
        return count;
    }

    /** Ends a block, behind which stands how many objects its writer numbered: those left unread get their numbers. */
    void passed(int before, int length) {
        int numbered = in.readSize();
        int unread = numbered - (count - before);
        if (numbered < 0 || numbered > length || unread < 0) {
            throw CodecException.malformed("a block of " + length + " bytes with " + Integer.toUnsignedString(numbered)
                    + " objects, of which " + (count - before) + " were read");
        }
        charge(unread);
        for (int i = 0; i < unread; i++) {
            objects[reserve(0)] = SkippedValue.PASSED;
        }
    }

    /** Gives an object that is not complete yet to those who refer to it. */
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
            throw SkippedValue.shared();
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
     * Fills a hash container, now if everything read is whole; else when it is, so that no hashCode sees half a key. What
     * a readExternal method gets is filled at once: it may want to look.
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

    /** Whether hash containers are filled as they are read. */
    boolean isWhole() {
        return !halfMade || byHand > 0;
    }

    @Nullable
    PendingFills pending() {
        return pending;
    }

    /** Ends one value of the message: all in it is whole. */
    void finish() {
        halfMade = false;
        if (pending != null) {
            pending.fillAll();
            pending = null;
        }
    }

    /**
     * Which objects of one message lead to a reference whose cost their bytes do not tell: to an object that was not whole, or to one
     * that hashes by its identity, of which a user's class may hash the fields instead.
     */
    static final class UnknownCosts {
        /** How often there was such a reference, or one to an object that leads to such. */
        int references;

        private @Nullable BitSet leading;

        /** Takes note of a reference to an object that is not whole. */
        void referToOpen() {
            references++;
        }

        /** Takes note of a reference to an object that is whole, or was where it ended. */
        void referToEnded(int id, boolean hashesByIdentity) {
            if (hashesByIdentity || (leading != null && leading.get(id))) {
                references++;
            }
        }

        /** Takes note of the end of an object in which there was such a reference. */
        void ended(int id) {
            if (leading == null) {
                leading = new BitSet();
            }
            leading.set(id);
        }
    }
}
