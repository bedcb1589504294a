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
 * What the keys of one container cost: to hash one visits the bytes that it was read from; to compare it with another one
 * visits at most as many, and searches the containers in it. A {@link DecodingBudget} pays for it. For one thread at a time.
 */
public class KeyCosts {
    /** Comparing equal keys ends at the first difference, and leaves are compared many bytes at a time. */
    private static final int BYTES_PER_COMPARISON = 4;

    private static final int BYTES_PER_LEAF_COMPARISON = 32;
    private static final int LEAVES_PER_WORK = 4;

    /** Comparators within one that cost nothing; each comparison asks all of them. */
    private static final int FREE_ORDERS = 32;

    /** What comparing two keys costs at least while containers around them are compared. */
    private static final int LEAST = 4;

    /** Keys of one hash that cost little more than others, if to compare them is to search nothing. */
    private static final int FEW = 16;
    /** How much more than hashing keys, comparing them may cost before their hashes are looked at. */
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

    /** More than any message is allowed. */
    private static final long MOST = 1L << 38;

    private int count;
    private long hashing;
    private long comparing;
    private long largest;
    private long order;
    /** Whether all keys are known to be of one class that is {@linkplain #isOrdered ordered}, so that nobody looks at them again. */
    private boolean ordered = true;

    /** How a container finds a key. */
    public enum Search {
        /** By its identity or number: it asks the key nothing. */
        IDENTITY,
        /** By its order. */
        SORTED,
        /** By its hash; it orders those of one hash, if it can. */
        HASHED,
        /** By its hash, among all whose hash leads to the same place. */
        CHAINED,
        /** By its hash, beginning with the place to which that leads. */
        PROBED,
        /** Among all of them. */
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

    /** Whether a hash table searches keys of this class quickly, whatever their hashes, if all are of this class. */
    public static boolean isOrdered(Class<?> key) {
        return ORDERED.contains(key) || key.isEnum();
    }

    /**
     * Counts a key.
     *
     * @param searching what comparing it with another takes beyond what hashing it does
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
     * Counts the comparator that is asked for each two keys that are sorted.
     *
     * @param orders how many comparators it is made of, each as often as it asks it
     */
    public final void order(long orders) {
        order = Math.max(0, Math.min(orders, Integer.MAX_VALUE) - FREE_ORDERS);
    }

    /** Counts what keys cost that have grown since they were added. */
    public final void grow(long cost) {
        hashing += cost;
        comparing += cost;
        largest = Math.max(largest, Math.min(cost, Integer.MAX_VALUE));
    }

    /** What hashing all of them costs. */
    public final long hashing() {
        return hashing;
    }

    /** What the key costs to compare that costs most. */
    public final long largest() {
        return largest;
    }

    /** What comparing the container with another takes beyond what hashing it does, if the hashes of its keys are the worst. */
    public final long searching(Search search, @Nullable Object[] keys) {
        ordered = ordered || (search == Search.HASHED && areOfOneOrder(keys));
        return searching(search, ordered);
    }

    /**
     * The same where the keys are not there yet.
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
     * @param container to name in messages
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
     * @param ordered whether all are of one class, which {@link #isOrdered is ordered}; else they may be or hold decimals
     */
    public final void payToSort(boolean ordered, Class<?> container, @Nullable Object[] keys, DecodingBudget budget) {
        budget.pay(hashing * comparisons(count), container, keys, "share their parts");
        if (!ordered) {
            payToOrderDecimals(count, container, keys, budget);
        }
        payToOrder(count, container, keys, budget);
    }

    /** Takes the work of finding the places of so many keys by their order, if they are decimals, or hold some. */
    private static void payToOrderDecimals(
            int count, Class<?> container, @Nullable Object[] keys, DecodingBudget budget) {
        long each = budget.costOfDecimal() * comparisons(count);
        budget.pay(count * each, container, keys, "are compared with one of many digits");
    }

    /** Takes the work of asking the comparator for so many keys: a program does so, if the container does not. */
    public final void payToOrder(int count, Class<?> container, @Nullable Object[] keys, DecodingBudget budget) {
        budget.pay(count * order * comparisons(count), container, keys, "are compared by a comparator of many parts");
    }

    private static int comparisons(int count) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(count);
    }

    /**
     * The work of comparing each two of so many keys: of two, no more is compared than the smaller one holds.
     *
     * @param least for any two
     */
    private long ofPairs(long some, int least) {
        long all = Math.min(Math.min(some * largest, comparing), MOST);
        return some * some / 2 * least + some / 2 * (all / BYTES_PER_COMPARISON);
    }

    /** The same for texts or numbers of one class: most differ at once, and the others are compared many bytes at a time. */
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
        long[] hashes = new long[keys.length]; // and where the key stands
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
     * Takes the work of finding that a key is none of so many others that it is compared with, before that is done.
     *
     * @param key null if it is not there yet
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
