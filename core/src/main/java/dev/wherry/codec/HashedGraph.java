package dev.wherry.codec;

import dev.wherry.codec.KeyCosts.Search;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.PriorityBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Counts what hashing keys visits, by walking the objects that exist now. An object counts each time it is reached, but
 * only over the fields that {@link HashedFields} finds. A key whose hash code depends on itself is refused. The budget
 * pays for this walk too. The stack does not grow with its depth.
 */
@SuppressWarnings("ReferenceEquality") // objects are distinguished by identity
public final class HashedGraph {
    private static final int WORK_PER_PART = 16;
    private static final Cost ONE = new Cost(1, 0, true);
    /** The cost of an object whose parts are being counted. */
    private static final Cost OPEN = new Cost(-1, 0, true);

    /** The cost of an object whose contents cannot be read. */
    private static final Cost UNSEEN = new Cost(1, 0, false);

    private final DecodingBudget budget;
    /** The container that is being filled; null if it does not exist yet. */
    private final @Nullable Object container;

    private final @Nullable PendingFills pending;

    private final IdentityHashMap<Object, Cost> hashed = new IdentityHashMap<>();
    /** The costs of objects on which another operation than hashing runs. */
    private final Map<Visit.How, IdentityHashMap<Object, Cost>> others = new HashMap<>();

    private final Deque<Step> path = new ArrayDeque<>();

    private HashedGraph(@Nullable Object container, @Nullable PendingFills pending, DecodingBudget budget) {
        this.container = container;
        this.pending = pending;
        this.budget = budget;
    }

    /**
     * @param hashing the number of bytes that hashing an object visits
     * @param searching the cost of comparing it beyond that
     * @param known whether all that it visits could be read
     */
    record Cost(long hashing, long searching, boolean known) {
        Cost(long hashing, long searching) {
            this(hashing, searching, true);
        }
    }

    /** An object whose parts are being counted. */
    private static final class Step {
        final Object object;
        final Visit.How how;
        final LiveParts parts;
        /** The costs of its keys if the object is a set or map; else null. */
        final @Nullable KeyCosts keys;

        int next;
        long hashing = 1;
        long searching;
        boolean known;

        Step(Object object, Visit.How how, LiveParts parts) {
            this.object = object;
            this.how = how;
            this.parts = parts;
            known = parts.all();
            keys = object instanceof Set<?> || object instanceof Map<?, ?> ? new KeyCosts() : null;
        }

        void add(Cost cost) {
            hashing += cost.hashing;
            searching += cost.searching;
            known &= cost.known;
            if (keys != null && !(object instanceof Map<?, ?> && next % 2 == 1)) {
                keys.add(cost.hashing, cost.searching);
            }
            next++;
        }

        Cost end() {
            if (keys != null) {
                searching += keys.searching(
                        Search.of(object), object instanceof Map<?, ?> ? keysOf(parts.objects()) : parts.objects());
            }
            return new Cost(Math.min(hashing, Integer.MAX_VALUE), Math.min(searching, Integer.MAX_VALUE), known);
        }

        private static @Nullable Object[] keysOf(@Nullable Object[] entries) {
            @Nullable Object[] keys = new @Nullable Object[entries.length / 2];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = entries[2 * i];
            }
            return keys;
        }
    }

    /**
     * Returns the costs of keys that a container is about to hash or compare.
     *
     * @param container the empty container that they are put into; null if it is made of them
     * @param pending containers that are filled as soon as hashing a key visits them; null if there are none
     */
    public static KeyCosts costs(
            @Nullable Object container,
            Search search,
            @Nullable Object[] keys,
            @Nullable PendingFills pending,
            DecodingBudget budget) {
        HashedGraph graph = new HashedGraph(container, pending, budget);
        KeyUse use = KeyUse.of(order(container));
        KeyCosts all = new KeyCosts();
        for (Object key : keys) {
            Cost cost = search == Search.SORTED ? graph.sorting(key, use) : graph.cost(key, Visit.How.HASHED);
            all.add(cost.hashing, cost.searching);
        }
        return all;
    }

    /**
     * The methods of a key that a sorted container calls: its own order, or getters that a comparator calls. A
     * comparator that the JDK makes of others may do both.
     */
    private enum KeyUse {
        ORDER,
        FIELDS,
        ORDER_AND_FIELDS;

        static KeyUse of(@Nullable Comparator<?> order) {
            if (order == null
                    || order == Comparator.naturalOrder()
                    || order == Collections.reverseOrder()
                    || order == String.CASE_INSENSITIVE_ORDER) {
                return ORDER;
            }
            return ClassNames.isOfJdk(order.getClass()) ? ORDER_AND_FIELDS : FIELDS;
        }
    }

    /** Returns the comparator of a sorted container; null if it has none. */
    public static @Nullable Comparator<?> order(@Nullable Object container) {
        return switch (container) {
            case SortedSet<?> set -> set.comparator();
            case SortedMap<?, ?> map -> map.comparator();
            case PriorityQueue<?> queue -> queue.comparator();
            case PriorityBlockingQueue<?> queue -> queue.comparator();
            case null, default -> null;
        };
    }

    private Cost sorting(@Nullable Object key, KeyUse use) {
        boolean ordered = use != KeyUse.FIELDS && key instanceof Comparable<?>;
        if (key == null || (ordered && use == KeyUse.ORDER)) {
            return cost(key, Visit.How.ORDERED);
        }
        long fields = fields(key);
        if (!ordered) {
            return new Cost(fields, 0);
        }
        Cost order = cost(key, Visit.How.ORDERED);
        return new Cost(Math.min(order.hashing + fields, Integer.MAX_VALUE), order.searching);
    }

    /**
     * Returns the cost of reading any field of a key, which a program's comparator may do. Further objects behind these
     * are up to the program.
     */
    private long fields(Object key) {
        @Nullable Object[] parts = LiveParts.of(key, Visit.How.ANY).objects();
        takeWork(parts);
        long bytes = bytes(key);
        for (Object part : parts) {
            bytes += part == null || part instanceof Object[] ? 1 : bytes(part);
        }
        return bytes;
    }

    private Cost cost(@Nullable Object key, Visit.How how) {
        Cost known = enter(key, how, false);
        return known == null ? count() : known;
    }

    /** Begins an object that has parts, or returns its cost. */
    private @Nullable Cost enter(@Nullable Object object, Visit.How how, boolean intoArrays) {
        if (object == null || (object.getClass().isArray() && !intoArrays)) {
            return ONE;
        }
        if (KeyCosts.isOrdered(object.getClass())) {
            return leaf(object); // the usual keys, which have no parts
        }
        IdentityHashMap<Object, Cost> costs = costs(how);
        Cost known = costs.get(object);
        if (known == OPEN || object == container) {
            throw CycleRefusal.hashed(object.getClass());
        }
        if (known != null) {
            return known;
        }
        if (pending != null) {
            pending.fill(object);
        }
        LiveParts parts = LiveParts.of(object, how);
        if (parts.isEmpty()) {
            return parts.all() ? leaf(object) : serialCost(object, UNSEEN);
        }
        takeWork(parts.objects());
        costs.put(object, OPEN);
        path.push(new Step(object, how, parts));
        return null;
    }

    private Cost leaf(Object object) {
        long bytes = bytes(object);
        return bytes == 1 ? ONE : new Cost(bytes, 0);
    }

    private long bytes(Object leaf) {
        long bytes = LiveParts.bytes(leaf);
        if (leaf instanceof BigDecimal) {
            budget.meetDecimal(bytes);
        }
        return bytes;
    }

    private IdentityHashMap<Object, Cost> costs(Visit.How how) {
        return how == Visit.How.HASHED ? hashed : others.computeIfAbsent(how, none -> new IdentityHashMap<>());
    }

    private void takeWork(@Nullable Object[] parts) {
        budget.takeWork((long) WORK_PER_PART * parts.length, "Finding what the hash codes of keys visit");
    }

    /** Counts the objects on the path. */
    private Cost count() {
        while (true) {
            Step step = path.element();
            LiveParts parts = step.parts;
            if (step.next < parts.objects().length) {
                Cost known = enter(parts.objects()[step.next], parts.how(step.next), parts.intoArrays());
                if (known != null) {
                    step.add(known);
                }
                continue;
            }
            Cost cost = path.remove().end();
            if (!cost.known) {
                cost = serialCost(step.object, cost);
            }
            costs(step.how).put(step.object, cost);
            if (path.isEmpty()) {
                return cost;
            }
            path.element().add(cost);
        }
    }

    /** Returns the recorded cost of an object that was read in its serial form. */
    private Cost serialCost(Object object, Cost otherwise) {
        Cost serial = budget.serialCost(object);
        return serial == null ? otherwise : serial;
    }
}
