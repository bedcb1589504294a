package dev.wherry.codec;

import dev.wherry.Limits;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import java.math.BigDecimal;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What one message may cost beyond being read: the work of hashing, comparing and searching what stands in sets, maps
 * and queues, and the memory of what is made of few bytes. All codecs that read parts of a message share one budget. Memory
 * beyond the first {@value #FREE_MEMORY} bytes is also {@linkplain Decoding#hold held} of what all messages may have.
 *
 * <p>Work is counted in bytes. Hashing a key visits the bytes that it was read from and, for each reference back in it,
 * those of the object that is referred to, as often as it is reached. Equal hashes cost the comparisons that a container
 * makes to find a key among them. A message may cost a tenth of {@link Limits#graphObjects} and {@value #WORK_PER_BYTE}
 * for each of its bytes: sorting keys that share nothing never costs more. For one thread at a time.
 */
public final class DecodingBudget {
    private static final int FREE_SHARE = 10;
    private static final int WORK_PER_BYTE = 32;
    private static final int MEMORY_PER_BYTE = 64;
    private static final int MEMORY_PER_FREE_WORK = 8;

    /** The memory of a message's values that is part of what its call takes in any case. */
    public static final int FREE_MEMORY = 1 << 12;

    /** Memory that is held at a time. */
    private static final int HELD_AT_ONCE = 1 << 13;

    /** Work between two checks of the deadline: less than a millisecond. */
    private static final int WORK_PER_CHECK = 1 << 20;

    private static final int WORK_PER_OBJECT = 1 << 7;

    /** Bytes of a BigDecimal of which comparing it costs no more than its bytes: twice what databases have. */
    private static final int SHORT_DECIMAL = 32;

    /** Multiplying a number of n bytes takes as long as visiting n times the square root of n bytes, divided by this. */
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
    /** What objects cost that nobody can look into; null if none was read. */
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

    /** The budget of a message, for all of its bytes. */
    public static DecodingBudget of(Decoding decoding) {
        DecodingBudget budget = known(decoding);
        if (budget == null) {
            budget = new DecodingBudget(decoding.limits(), decoding.length(), decoding);
            decoding.account(budget);
        }
        return budget;
    }

    /** The same if a part of the message has asked for it; else null. */
    public static @Nullable DecodingBudget known(Decoding decoding) {
        return (DecodingBudget) decoding.account();
    }

    /** Adds what further bytes may cost, for a message whose length is not known when it begins. */
    public void extend(int bytes) {
        work += (long) WORK_PER_BYTE * bytes;
        memory += (long) MEMORY_PER_BYTE * bytes;
    }

    /** The cost of all references back so far: what an object costs is the bytes that it was read from, and this. */
    public long shared() {
        return shared;
    }

    /** Counts a reference back to an object of this cost; or what of an object costs more than its bytes. */
    public void share(long cost) {
        shared += cost;
    }

    /** What comparing all so far takes beyond what hashing it does: for what is in an object, the difference. */
    public long searching() {
        return searching;
    }

    /** Counts what comparing a container takes beyond what hashing it does, see {@link KeyCosts}; again for each reference back. */
    public void search(long cost) {
        searching += cost;
    }

    /** Takes note of a value without parts that was read from so many bytes: of most, nobody can see later how many they were. */
    public void readLeaf(Object value, long bytes) {
        if (value instanceof BigDecimal) {
            meetDecimal(bytes);
        } else if (!LiveParts.isMeasured(value)) {
            readSerial(value, bytes, 0);
        }
    }

    /** Takes note of a BigDecimal of so many bytes, with which others may be compared. */
    public void meetDecimal(long bytes) {
        if (bytes > SHORT_DECIMAL) {
            longestDecimal = Math.max(longestDecimal, Math.min(bytes, Integer.MAX_VALUE));
        }
    }

    /**
     * What comparing any BigDecimal with the longest so far costs, if that has many digits: it is multiplied by a power of ten
     * until it is as long, which takes more than its bytes.
     */
    long costOfDecimal() {
        return longestDecimal + (long) (longestDecimal * Math.sqrt((double) longestDecimal)) / BYTES_OF_ROOT;
    }

    /**
     * Takes note of what hashing and comparing an object costs that was read as a whole: nobody can look into all that a class of
     * the JDK's holds.
     */
    public void readSerial(Object object, long hashing, long searching) {
        if (serial == null) {
            serial = new IdentityHashMap<>();
        }
        serial.put(object, new HashedGraph.Cost(hashing, searching));
    }

    /** What that was; null of any other object. */
    HashedGraph.@Nullable Cost serialCost(Object object) {
        return serial == null ? null : serial.get(object);
    }

    /** Takes memory that is far more than the bytes from which it is filled. */
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

    /** Counts memory of which a message's bytes cannot ask for too much. */
    public void hold(long bytes) {
        untilHeld -= bytes;
        if (untilHeld < 0 && decoding != null) {
            long held = Math.max(HELD_AT_ONCE, -untilHeld);
            decoding.hold(held);
            untilHeld += held;
        }
    }

    /** Takes the work of what is neither hashing nor comparing. */
    public void takeWork(long bytes, String what) {
        if (!pays(bytes)) {
            throw spent(what, "what it takes does not depend on its bytes alone");
        }
    }

    /** The initial capacity of a hash table that holds so many entries without growing. */
    public static int capacity(int entries) {
        return (int) Math.min(Integer.MAX_VALUE - 16, entries * 4L / 3 + 1);
    }

    /** Takes the work of hashing keys of this cost. */
    public void hash(Class<?> container, @Nullable Object[] keys, long cost) {
        pay(cost, container, keys, "share their parts");
    }

    /** False: there is not so much left. */
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

    /** Counts an object that is read, for the time that it takes. */
    public void takeTime() {
        takeTime(WORK_PER_OBJECT);
    }

    /** The same for bytes that were read without being counted, each of which may be an object. */
    public void takeTimeFor(int bytes) {
        takeTime((long) WORK_PER_OBJECT * bytes);
    }

    /** Counts work that is about to be done, and checks the deadline when much has been counted. */
    private void takeTime(long bytes) {
        untilCheck -= bytes;
        if (untilCheck < 0) {
            untilCheck = WORK_PER_CHECK;
            checkTime();
        }
    }

    /** Takes the work of putting keys into a container, or of finding some there. */
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
