package dev.wherry.codec;

import dev.wherry.Limits;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import java.math.BigDecimal;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The work and memory that one message may cost beyond reading its bytes. Work is hashing, comparing and searching the
 * keys of sets, maps and queues. Memory counts for values that take far more memory than bytes. All codecs that read
 * parts of one message share one budget. Memory beyond the first {@value #FREE_MEMORY} bytes is also {@linkplain
 * Decoding#hold held} from the memory of all messages.
 *
 * <p>Work is counted in bytes. Hashing a key visits the bytes that it was read from. Each reference back in a key also
 * visits the bytes of the object that it refers to, as often as that object is reached. Equal hashes cost the
 * comparisons that a container needs to find a key among them. A message may cost a tenth of {@link
 * Limits#graphObjects}, and {@value #WORK_PER_BYTE} for each of its bytes. Sorting keys that share nothing never costs
 * more. {@link KeyCosts} adds up the cost of keys. For one thread at a time.
 */
public final class DecodingBudget {
    private static final int FREE_SHARE = 10;
    private static final int WORK_PER_BYTE = 32;
    private static final int MEMORY_PER_BYTE = 64;
    private static final int MEMORY_PER_FREE_WORK = 8;

    /** Bytes of memory that a message may take without counting them: a call takes more in any case. */
    public static final int FREE_MEMORY = 1 << 12;

    /** Bytes of memory that are held at a time. */
    private static final int HELD_AT_ONCE = 1 << 13;

    /** The work between two checks of the deadline. It takes less than a millisecond. */
    private static final int WORK_PER_CHECK = 1 << 20;

    private static final int WORK_PER_OBJECT = 1 << 7;

    /**
     * The length in bytes up to which comparing a BigDecimal costs no more than its bytes. Databases have half of it.
     */
    private static final int SHORT_DECIMAL = 32;

    /**
     * Multiplying a number of n bytes takes as long as visiting n times the square root of n bytes, divided by this
     * number.
     */
    private static final int BYTES_OF_ROOT = 32;

    private final @Nullable Decoding decoding;
    private final long free;
    private long work;
    private long untilCheck = WORK_PER_CHECK;
    private long memory;
    private long untilHeld = FREE_MEMORY;
    private long shared;
    private long searching;
    private long longestDecimal;
    /** The costs of objects whose contents cannot be read; null if there are none. */
    private @Nullable IdentityHashMap<Object, HashedGraph.Cost> serial;

    public DecodingBudget(Limits limits, int bytes) {
        this(limits, bytes, null);
    }

    private DecodingBudget(Limits limits, int bytes, @Nullable Decoding decoding) {
        this.decoding = decoding;
        free = limits.graphObjects() / FREE_SHARE;
        work = free + (long) WORK_PER_BYTE * bytes;
        memory = MEMORY_PER_FREE_WORK * free + (long) MEMORY_PER_BYTE * bytes;
    }

    /** Returns the budget of a message, and creates it if necessary. */
    public static DecodingBudget of(Decoding decoding) {
        DecodingBudget budget = known(decoding);
        if (budget == null) {
            budget = new DecodingBudget(decoding.limits(), decoding.length(), decoding);
            decoding.account(budget);
        }
        return budget;
    }

    /** Returns the budget of a message; null if nothing has needed it yet. */
    public static @Nullable DecodingBudget known(Decoding decoding) {
        return (DecodingBudget) decoding.account();
    }

    /** Adds the budget of further bytes, for a message whose length is not known when it begins. */
    public void extend(int bytes) {
        work += (long) WORK_PER_BYTE * bytes;
        memory += (long) MEMORY_PER_BYTE * bytes;
    }

    /**
     * Returns the cost of all references back so far. An object costs the bytes that it was read from, and the growth
     * of this number while it was read.
     */
    public long shared() {
        return shared;
    }

    /** Counts a reference back to an object of this cost, or a cost of an object that its bytes do not show. */
    public void share(long cost) {
        shared += cost;
    }

    /**
     * Returns the cost so far of comparing values, beyond the cost of hashing them. For one object, it is the growth of
     * this number while it was read.
     */
    public long searching() {
        return searching;
    }

    /**
     * Counts the cost of comparing a container beyond that of hashing it, see {@link KeyCosts}. It counts again for
     * each reference back.
     */
    public void search(long cost) {
        searching += cost;
    }

    /**
     * Records the length in bytes of a value that has no parts. The length of most values cannot be found out later.
     */
    public void readLeaf(Object value, long bytes) {
        if (value instanceof BigDecimal) {
            meetDecimal(bytes);
        } else if (!LiveParts.isMeasured(value)) {
            readSerial(value, bytes, 0);
        }
    }

    /** Records a BigDecimal of so many bytes, because others may be compared with it. */
    public void meetDecimal(long bytes) {
        if (bytes > SHORT_DECIMAL) {
            longestDecimal = Math.max(longestDecimal, Math.min(bytes, Integer.MAX_VALUE));
        }
    }

    /**
     * Returns the cost of comparing a BigDecimal with the longest so far; 0 if that is short. The comparison multiplies
     * one by a power of ten until both have the same length, which costs more than their bytes.
     */
    long costOfDecimal() {
        return longestDecimal + (long) (longestDecimal * Math.sqrt((double) longestDecimal)) / BYTES_OF_ROOT;
    }

    /**
     * Records the costs of hashing and comparing an object that was read as a whole. The fields of the JDK's classes
     * cannot be read.
     */
    public void readSerial(Object object, long hashing, long searching) {
        if (serial == null) {
            serial = new IdentityHashMap<>();
        }
        serial.put(object, new HashedGraph.Cost(hashing, searching));
    }

    /** Returns the recorded costs of an object; null if there are none. */
    HashedGraph.@Nullable Cost serialCost(Object object) {
        return serial == null ? null : serial.get(object);
    }

    /** Takes memory of a value that is far larger than its bytes. */
    public void takeMemory(long bytes, Class<?> type) {
        memory -= bytes;
        if (memory < 0) {
            throw CodecException.limit(
                    "values that take more than " + MEMORY_PER_BYTE
                            + " bytes of memory for each byte of the message and "
                            + MEMORY_PER_FREE_WORK * free + " besides, the last a " + type.getName()
                            + ". Send fewer of them in one message, or raise the limit",
                    "graphObjects");
        }
        hold(bytes);
    }

    /** Counts memory that is in proportion to the bytes of the message. */
    public void hold(long bytes) {
        untilHeld -= bytes;
        if (untilHeld < 0 && decoding != null) {
            long held = Math.max(HELD_AT_ONCE, -untilHeld);
            decoding.hold(held);
            untilHeld += held;
        }
    }

    /** Takes work that is neither hashing nor comparing. */
    public void takeWork(long bytes, String what) {
        if (!pays(bytes)) {
            throw spent(what, "what it takes does not depend on its bytes alone");
        }
    }

    /** Returns the initial capacity of a hash table that takes so many entries without growing. */
    public static int capacity(int entries) {
        return (int) Math.min(Integer.MAX_VALUE - 16, entries * 4L / 3 + 1);
    }

    /** Takes the work of hashing keys of this cost. */
    public void hash(Class<?> container, @Nullable Object[] keys, long cost) {
        pay(cost, container, keys, "share their parts");
    }

    /** Returns false if less than that is left. */
    private boolean pays(long bytes) {
        work -= bytes;
        takeTime(bytes);
        return work >= 0;
    }

    /** Throws if the caller's deadline has passed. */
    public void checkTime() {
        if (decoding != null) {
            decoding.checkTime();
        }
    }

    /** Counts the time for reading one object. */
    public void takeTime() {
        takeTime(WORK_PER_OBJECT);
    }

    /** Counts the time for bytes that were read without counting. Each may be an object. */
    public void takeTimeFor(int bytes) {
        takeTime((long) WORK_PER_OBJECT * bytes);
    }

    /** Counts work before it is done. Checks the deadline from time to time. */
    private void takeTime(long bytes) {
        untilCheck -= bytes;
        if (untilCheck < 0) {
            untilCheck = WORK_PER_CHECK;
            checkTime();
        }
    }

    /** Takes the work of putting keys into a container, or of finding keys there. */
    void pay(long bytes, Class<?> container, @Nullable Object[] keys, String why) {
        if (!pays(bytes)) {
            String of = "";
            for (int i = 0; i < keys.length && of.isEmpty(); i++) {
                Object key = keys[i];
                of = key == null ? "" : " of " + key.getClass().getName();
            }
            throw spent("Filling a " + container.getName() + of, "too many keys " + why);
        }
    }

    private CodecException spent(String what, String why) {
        work = 0;
        return CodecException.limit(
                what + " takes more work than a message of its length is allowed: " + why
                        + ". Send fewer, or spread their hashes; or raise the limit, of which a tenth and "
                        + WORK_PER_BYTE
                        + " for each byte of the message may be visited",
                "graphObjects");
    }
}
