package dev.wherry.codec;

import dev.wherry.Limits;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.PriorityBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * What one message may cost beyond being read: the work of hashing, comparing and searching what stands in sets, maps
 * and queues, and the memory of what is made of few bytes. All codecs that read parts of a message share one budget.
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

    /** Comparing equal keys ends at the first difference, and leaves are compared many bytes at a time. */
    private static final int BYTES_PER_COMPARISON = 4;

    /** Keys of one hash that cost little more than others. */
    private static final int FEW = 16;
    /** How much more than hashing keys, comparing them may cost before it is looked at. */
    private static final int SMALL = 8;

    /**
     * Classes whose keys a hash table finds among those of one class and hash by comparing them: their order agrees with equals,
     * and they declare it themselves. A user's class is none: two of its objects may compare as 0 and yet differ.
     */
    private static final Set<Class<?>> ORDERED = Set.of(
            String.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Character.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigInteger.class,
            UUID.class,
            Instant.class,
            Duration.class,
            LocalTime.class);

    /** Work between two looks at the time: less than a millisecond. */
    private static final int WORK_PER_LOOK = 1 << 20;

    private static final int WORK_PER_OBJECT = 1 << 7;

    private final @Nullable Decoding decoding;
    private final long free;
    private long work;
    private long untilLook = WORK_PER_LOOK;
    private long memory;
    private long shared;

    public DecodingBudget(Limits limits, int bytes) {
        this(limits, bytes, null);
    }

    private DecodingBudget(Limits limits, int bytes, @Nullable Decoding decoding) {
        this.decoding = decoding;
        free = limits.graphObjects() / FREE_SHARE;
        work = free + (long) WORK_PER_BYTE * bytes;
        memory = MEMORY_PER_FREE_WORK * free + (long) MEMORY_PER_BYTE * bytes;
    }

    /** The budget of a message, for all of its bytes that are left when this is first called. */
    public static DecodingBudget of(Decoding decoding) {
        if (decoding.account() instanceof DecodingBudget budget) {
            return budget;
        }
        DecodingBudget budget =
                new DecodingBudget(decoding.limits(), decoding.in().remaining(), decoding);
        decoding.account(budget);
        return budget;
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
    }

    /** Takes the work of what is neither hashing nor comparing. */
    public void takeWork(long bytes, String what) {
        if (!pays(bytes)) {
            throw spent(what, "what it takes does not depend on its bytes alone");
        }
    }

    /**
     * Takes the work of putting keys into an empty container, before that is done.
     *
     * @param cost of all keys
     * @param largest of any of them
     * @return what the container costs as a key beyond its bytes: if its keys are containers of one hash, they are compared
     *     again whenever it is compared with another
     */
    public long fill(Object container, @Nullable Object[] keys, long cost, long largest) {
        switch (container) {
            case IdentityHashMap<?, ?> none -> {}
            case EnumSet<?> none -> {}
            case CopyOnWriteArraySet<?> searched -> search(searched.getClass(), keys, keys.length, cost);
            case SortedSet<?> sorted -> sort(sorted.getClass(), keys, cost, largest);
            case SortedMap<?, ?> sorted -> sort(sorted.getClass(), keys, cost, largest);
            case PriorityQueue<?> sorted -> sort(sorted.getClass(), keys, cost, largest);
            case PriorityBlockingQueue<?> sorted -> sort(sorted.getClass(), keys, cost, largest);
            default -> {
                hash(container.getClass(), keys, cost);
                boolean chained = container instanceof Hashtable<?, ?> && !(container instanceof Properties);
                if (chained && mayCollide(keys.length, cost, largest)) {
                    chain(container.getClass(), keys, cost, largest);
                }
                return chained && !isNested(keys) ? 0 : compare(container.getClass(), keys, cost, largest);
            }
        }
        return 0;
    }

    private long compare(Class<?> container, @Nullable Object[] keys, long cost, long largest) {
        boolean nested = isNested(keys);
        if (!nested && !mayCollide(keys.length, cost, largest)) {
            return 0;
        }
        long compared = collide(container, keys, nested ? 1 : FEW, cost, largest);
        return nested ? compared * BYTES_PER_COMPARISON : 0;
    }

    /** Whether to compare these keys is to search others. */
    private static boolean isNested(@Nullable Object[] keys) {
        for (Object key : keys) {
            if (key instanceof Collection<?> || key instanceof Map<?, ?> || key instanceof Map.Entry<?, ?>) {
                return true;
            }
        }
        return false;
    }

    /** Whether comparing each two of so many keys could cost much more than hashing them did. */
    private static boolean mayCollide(int count, long cost, long largest) {
        return count > FEW && (long) count * count / 2 * (1 + largest / BYTES_PER_COMPARISON) > SMALL * cost;
    }

    /** The same for a set or map that searches keys of neighbouring hashes one by one, of which there are few. */
    public long fillProbed(Class<?> container, @Nullable Object[] keys, long cost, long largest) {
        hash(container, keys, cost);
        search(container, keys, keys.length, cost);
        return compare(container, keys, cost, largest);
    }

    /** Room for so many entries without growing. */
    public static int capacity(int entries) {
        return (int) Math.min(Integer.MAX_VALUE - 16, entries * 4L / 3 + 1);
    }

    /** Whether a hash table searches keys of this class quickly, whatever their hashes, if all are of this class. */
    public static boolean isOrdered(Class<?> key) {
        return ORDERED.contains(key) || key.isEnum();
    }

    /** Takes the work of hashing keys of this cost. */
    public void hash(Class<?> container, @Nullable Object[] keys, long cost) {
        pay(cost, container, keys, "share their parts");
    }

    /** Takes the work of finding that a key is none of so many others of its hash. */
    public void collide(Class<?> container, Object key, int others, long cost) {
        if (others >= FEW) {
            pay((long) others * (1 + cost / BYTES_PER_COMPARISON), container, new Object[] {key}, "have equal hashes");
        }
    }

    private void sort(Class<?> container, @Nullable Object[] keys, long cost, long largest) {
        int comparisons = Integer.SIZE - Integer.numberOfLeadingZeros(keys.length);
        if (Arrays.stream(keys).anyMatch(BigDecimal.class::isInstance)) {
            // To compare a short one with a long one makes it as long.
            pay(keys.length * largest * comparisons, container, keys, "are compared with one of many digits");
        } else {
            pay(cost * comparisons, container, keys, "share their parts");
        }
    }

    /** Of two keys, no more is compared than the smaller one holds: so half of both at the most. */
    private void search(Class<?> container, @Nullable Object[] keys, int group, long cost) {
        long comparisons = (long) group * group / 2;
        pay(comparisons + group / 2 * (cost / BYTES_PER_COMPARISON), container, keys, "are compared with each other");
    }

    private long collide(Class<?> container, @Nullable Object[] keys, int free, long cost, long largest) {
        if (keys.length < 2 || areOfOneOrder(keys)) {
            return 0;
        }
        long compared = 0;
        long[] hashes = new long[keys.length]; // and where the key stands
        int count = 0;
        for (int i = 0; i < keys.length; i++) {
            Object key = keys[i];
            if (key != null) {
                hashes[count++] = (long) key.hashCode() << Integer.SIZE | i;
            }
        }
        Arrays.sort(hashes, 0, count);
        for (int end, begin = 0; begin < count; begin = end) {
            end = begin + 1;
            while (end < count && hashes[end] >> Integer.SIZE == hashes[begin] >> Integer.SIZE) {
                end++;
            }
            int size = end - begin;
            if (size > free && !areOfOneOrder(keysAt(hashes, begin, end, keys))) {
                compared += group(container, keys, size, cost, largest);
            }
        }
        return compared;
    }

    private static @Nullable Object[] keysAt(long[] places, int begin, int end, @Nullable Object[] keys) {
        @Nullable Object[] some = new @Nullable Object[end - begin];
        for (int i = begin; i < end; i++) {
            some[i - begin] = keys[(int) places[i]];
        }
        return some;
    }

    /** Whether a hash table finds one of these by comparing it: it cannot compare keys of two classes. */
    private static boolean areOfOneOrder(@Nullable Object[] keys) {
        Class<?> one = null;
        for (Object key : keys) {
            if (key == null || key.getClass() == one) {
                continue;
            }
            if (one != null || !isOrdered(key.getClass())) {
                return false;
            }
            one = key.getClass();
        }
        return true;
    }

    /** A Hashtable orders nothing: it holds the keys of a bucket in a chain, whatever their class. */
    private void chain(Class<?> container, @Nullable Object[] keys, long cost, long largest) {
        int[] chains = new int[capacity(keys.length)];
        for (Object key : keys) {
            if (key != null) {
                chains[(key.hashCode() & Integer.MAX_VALUE) % chains.length]++;
            }
        }
        for (int length : chains) {
            if (length > FEW) {
                group(container, keys, length, cost, largest);
            }
        }
    }

    /** Takes the work of comparing each two of some keys. */
    private long group(Class<?> container, @Nullable Object[] keys, int size, long cost, long largest) {
        long all = Math.min(size * Math.min(largest, Integer.MAX_VALUE), cost);
        long work = (long) size * size / 2 + size / 2 * (all / BYTES_PER_COMPARISON);
        pay(work, container, keys, "have equal hashes");
        return work;
    }

    /** False: there is not so much left. */
    private boolean pays(long bytes) {
        work -= bytes;
        takeTime(bytes);
        return work >= 0;
    }

    /** Looks at the time. */
    public void checkTime() {
        if (decoding != null) {
            decoding.checkTime();
        }
    }

    /** Counts an object that is read, for the time that it takes. */
    public void takeTime() {
        takeTime(WORK_PER_OBJECT);
    }

    /** The same for what has been read of so many bytes without asking, each of which may be an object. */
    public void takeTimeFor(int bytes) {
        takeTime((long) WORK_PER_OBJECT * bytes);
    }

    /** Looks at the time, before it is done, of what has become much. */
    private void takeTime(long bytes) {
        untilLook -= bytes;
        if (untilLook < 0) {
            untilLook = WORK_PER_LOOK;
            checkTime();
        }
    }

    private void pay(long bytes, Class<?> container, @Nullable Object[] keys, String why) {
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
                what + " takes more work than a message of its length may ask for: " + why
                        + ". Send fewer, or spread their hashes; or raise the limit, of which a tenth and "
                        + WORK_PER_BYTE
                        + " for each byte of the message may be visited",
                "graphObjects");
    }
}
