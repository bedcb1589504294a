package dev.wherry.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
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
 * Adds up the costs of the keys of one container: keys of a map, elements of a set, or elements that are sorted.
 * Hashing a key visits the bytes that it was read from. Comparing it with another key visits at most as many bytes, and
 * searches the containers in it. A {@link DecodingBudget} pays for both. For one thread at a time.
 */
public class KeyCosts {
    /** Comparing equal keys ends at the first difference, and leaves are compared many bytes at a time. */
    private static final int BYTES_PER_COMPARISON = 4;

    private static final int BYTES_PER_LEAF_COMPARISON = 32;
    private static final int LEAVES_PER_WORK = 4;

    /** The number of comparators inside one that cost nothing. Each comparison calls all of them. */
    private static final int FREE_ORDERS = 32;

    /** The least cost of comparing two keys while the containers around them are compared. */
    private static final int LEAST = 4;

    /** The number of keys with one hash that cost little more than others, if comparing them searches nothing. */
    private static final int FEW = 16;
    /** Comparing the keys may cost this many times as much as hashing them before their hashes are examined. */
    private static final int SMALL = 8;

    /**
     * Classes whose keys a hash table can find by their order among keys of one class and one hash. Their order agrees
     * with equals, and they declare it themselves. Classes of users are excluded: two of their objects may compare as 0
     * and yet differ.
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

    /** More work than any message is allowed. */
    private static final long MOST = 1L << 38;

    private int count;
    private long hashing;
    private long comparing;
    private long largest;
    private long order;
    /**
     * Whether all keys are known to be of one class that is {@linkplain #isOrdered ordered}, so that they need not be
     * examined again.
     */
    private boolean ordered = true;

    /** How a container finds a key. */
    public enum Search {
        /** By its identity or number. No method of the key is called. */
        IDENTITY,
        /** By its order. */
        SORTED,
        /** By its hash. Keys of one hash are ordered, if possible. */
        HASHED,
        /** By its hash, among all keys in the same bucket. */
        CHAINED,
        /** By its hash, from the bucket of that hash onwards. */
        PROBED,
        /** By comparing it with all keys. */
        LINEAR;

        public static Search of(Object container) {
            return switch (container) {
                case IdentityHashMap<?, ?> none -> IDENTITY;
                case EnumSet<?> none -> IDENTITY;
                case CopyOnWriteArraySet<?> searched -> LINEAR;
                case SortedSet<?> sorted -> SORTED;
                case SortedMap<?, ?> sorted -> SORTED;
                case PriorityQueue<?> sorted -> SORTED;
                case PriorityBlockingQueue<?> sorted -> SORTED;
                case Properties hashed -> HASHED;
                case Hashtable<?, ?> chained -> CHAINED;
                default -> HASHED;
            };
        }
    }

    /**
     * Returns whether a hash table finds keys of this class quickly whatever their hashes, if all keys are of this
     * class.
     */
    public static boolean isOrdered(Class<?> key) {
        return ORDERED.contains(key) || key.isEnum();
    }

    /**
     * Counts a key.
     *
     * @param searching the cost of comparing it with another key beyond the cost of hashing it
     */
    public final void add(long hashing, long searching) {
        ordered = false;
        count(hashing, searching);
    }

    /** Counts a key that is a text, if all are. */
    public final void addText(long hashing) {
        count(hashing, 0);
    }

    private void count(long hashing, long searching) {
        count++;
        this.hashing += hashing;
        comparing += hashing + searching;
        largest = Math.max(largest, Math.min(hashing + searching, Integer.MAX_VALUE));
    }

    /**
     * Counts the comparator that is called for each two keys that are sorted.
     *
     * @param orders the number of comparators that it is made of, each as often as it is called
     */
    public final void order(long orders) {
        order = Math.max(0, Math.min(orders, Integer.MAX_VALUE) - FREE_ORDERS);
    }

    /** Counts the growth of keys since they were added. */
    public final void grow(long cost) {
        hashing += cost;
        comparing += cost;
        largest = Math.max(largest, Math.min(cost, Integer.MAX_VALUE));
    }

    /** Returns the cost of hashing all keys. */
    public final long hashing() {
        return hashing;
    }

    /** Returns the cost of comparing the key that costs most. */
    public final long largest() {
        return largest;
    }

    /**
     * Returns the cost of comparing the container with another beyond the cost of hashing it, for the worst hashes of
     * its keys.
     */
    public final long searching(Search search, @Nullable Object[] keys) {
        ordered = ordered || (search == Search.HASHED && areOfOneOrder(keys));
        return searching(search, ordered);
    }

    /**
     * The same before the keys exist.
     *
     * @param ordered whether all keys are of one class, which {@link #isOrdered is ordered}
     */
    public final long searching(Search search, boolean ordered) {
        boolean quick = search == Search.IDENTITY || search == Search.SORTED || (search == Search.HASHED && ordered);
        return quick || count < 2 ? 0 : Math.min(BYTES_PER_COMPARISON * ofPairs(count, LEAST), Integer.MAX_VALUE);
    }

    /**
     * Takes the work of putting the keys into an empty container, before that is done.
     *
     * @param container the class that messages name
     */
    public final void payToFill(Search search, Class<?> container, @Nullable Object[] keys, DecodingBudget budget) {
        switch (search) {
            case IDENTITY -> {}
            case SORTED -> {
                for (Object key : keys) {
                    if (key instanceof BigDecimal decimal) {
                        budget.meetDecimal(LiveParts.bytes(decimal));
                    }
                }
                payToSort(areOfOneOrder(keys), container, keys, budget);
            }
            case LINEAR -> payToCompare(areOfOneOrder(keys), container, keys, budget);
            case PROBED -> {
                budget.hash(container, keys, hashing);
                budget.pay(ofPairs(count, 1), container, keys, "are compared with each other");
            }
            case HASHED, CHAINED -> {
                budget.hash(container, keys, hashing);
                boolean many = count > FEW && ofPairs(count, 1) > SMALL * hashing;
                if (many || comparing > hashing || budget.costOfDecimal() > 0) {
                    payColliding(search, container, keys, budget);
                }
            }
        }
    }

    /**
     * Takes the work of comparing each key with all others.
     *
     * @param ordered whether all are of one class, which {@link #isOrdered is ordered}
     */
    public final void payToCompare(
            boolean ordered, Class<?> container, @Nullable Object[] keys, DecodingBudget budget) {
        budget.pay(ordered ? ofLeaves() : ofPairs(count, 1), container, keys, "are compared with each other");
    }

    /**
     * Takes the work of sorting the keys.
     *
     * @param ordered whether all are of one class, which {@link #isOrdered is ordered}; otherwise they may be or
     *     hold decimals
     */
    public final void payToSort(boolean ordered, Class<?> container, @Nullable Object[] keys, DecodingBudget budget) {
        budget.pay(hashing * comparisons(count), container, keys, "share their parts");
        if (!ordered) {
            payToOrderDecimals(count, container, keys, budget);
        }
        payToOrder(count, container, keys, budget);
    }

    /** Takes the work of finding the positions of so many keys by their order, if they are or hold decimals. */
    private static void payToOrderDecimals(
            int count, Class<?> container, @Nullable Object[] keys, DecodingBudget budget) {
        long each = budget.costOfDecimal() * comparisons(count);
        budget.pay(count * each, container, keys, "are compared with one of many digits");
    }

    /** Takes the work of calling the comparator for so many keys, by the container or by the program. */
    public final void payToOrder(int count, Class<?> container, @Nullable Object[] keys, DecodingBudget budget) {
        budget.pay(count * order * comparisons(count), container, keys, "are compared by a comparator of many parts");
    }

    private static int comparisons(int count) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(count);
    }

    /**
     * Returns the work of comparing each two of so many keys. Of two keys, no more is compared than the smaller one
     * holds.
     *
     * @param least the least cost of two keys
     */
    private long ofPairs(long some, int least) {
        long all = Math.min(Math.min(some * largest, comparing), MOST);
        return some * some / 2 * least + some / 2 * (all / BYTES_PER_COMPARISON);
    }

    /**
     * The same for texts or numbers of one class. Most differ at once, and the others are compared many bytes at a
     * time.
     */
    private long ofLeaves() {
        long pairs = (long) count * count / 2;
        return pairs / LEAVES_PER_WORK + count / 2 * (Math.min(count * largest, comparing) / BYTES_PER_LEAF_COMPARISON);
    }

    private void payColliding(Search search, Class<?> container, @Nullable Object[] keys, DecodingBudget budget) {
        int free = comparing > hashing || budget.costOfDecimal() > 0 ? 1 : FEW;
        if (search == Search.CHAINED) {
            payChained(free, container, keys, budget);
        } else if (count > 1 && !ordered && !areOfOneOrder(keys)) {
            payHashed(free, container, keys, budget);
        }
    }

    private void payHashed(int free, Class<?> container, @Nullable Object[] keys, DecodingBudget budget) {
        long[] hashes = new long[keys.length]; // with the index of the key
        int hashed = 0;
        for (int i = 0; i < keys.length; i++) {
            Object key = keys[i];
            if (key != null) {
                hashes[hashed++] = (long) key.hashCode() << Integer.SIZE | i;
            }
        }
        Arrays.sort(hashes, 0, hashed);
        for (int end, begin = 0; begin < hashed; begin = end) {
            end = begin + 1;
            while (end < hashed && hashes[end] >> Integer.SIZE == hashes[begin] >> Integer.SIZE) {
                end++;
            }
            int size = end - begin;
            if (size > free && !areOfOneOrder(keysAt(hashes, begin, end, keys))) {
                budget.pay(ofPairs(size, 1), container, keys, "have equal hashes");
                payToOrderDecimals(size, container, keys, budget); // a hash table orders keys of one hash
            }
        }
    }

    private static @Nullable Object[] keysAt(long[] places, int begin, int end, @Nullable Object[] keys) {
        @Nullable Object[] some = new @Nullable Object[end - begin];
        for (int i = begin; i < end; i++) {
            some[i - begin] = keys[(int) places[i]];
        }
        return some;
    }

    /** Returns whether a hash table can order these keys, which must be of one class. */
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

    private void payChained(int free, Class<?> container, @Nullable Object[] keys, DecodingBudget budget) {
        int[] chains = new int[DecodingBudget.capacity(keys.length)];
        for (Object key : keys) {
            if (key != null) {
                chains[(key.hashCode() & Integer.MAX_VALUE) % chains.length]++;
            }
        }
        for (int length : chains) {
            if (length > free) {
                budget.pay(ofPairs(length, 1), container, keys, "have equal hashes");
            }
        }
    }

    /**
     * Takes the work of finding that a key is not among so many others with which it is compared, before that is done.
     *
     * @param key null if it does not exist yet
     */
    public static void payToFind(
            Class<?> container, @Nullable Object key, int others, long hashing, long searching, DecodingBudget budget) {
        if (others > 0 && budget.costOfDecimal() > 0) {
            long decimals = budget.costOfDecimal() * comparisons(others);
            budget.pay(decimals, container, new @Nullable Object[] {key}, "are compared with one of many digits");
        }
        if (others >= (searching > 0 ? 1 : FEW)) {
            long each = 1 + (hashing + searching) / BYTES_PER_COMPARISON;
            budget.pay(others * each, container, new @Nullable Object[] {key}, "have equal hashes");
        }
    }
}
