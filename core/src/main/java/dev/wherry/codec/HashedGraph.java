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
 * Counts what hashing keys visits in the objects that there are now: each object as often as it is reached, but only where
 * the methods of their classes lead, see {@link HashedFields}. A key whose hash code depends on itself is refused. The work of
 * this walk is taken from the budget; the stack does not grow with its depth.
 */
@SuppressWarnings("ReferenceEquality") // objects are told apart
public final class HashedGraph {
    private static final int WORK_PER_PART = 16;
    private static final Cost ONE = new Cost(1, 0, true);
    /** Of an object whose parts are being counted. */
    private static final Cost OPEN = new Cost(-1, 0, true);

    /** Of an object that holds what cannot be looked at. */
    private static final Cost UNSEEN = new Cost(1, 0, false);

    private final DecodingBudget budget;
    /** What is being filled. */
    private final @Nullable Object container;

    private final @Nullable PendingFills pending;

    private final IdentityHashMap<Object, Cost> hashed = new IdentityHashMap<>();
    /** Of objects with which something else is done than hashing them. */
    private final Map<Visit.How, IdentityHashMap<Object, Cost>> others = new HashMap<>();

    private final Deque<Step> path = new ArrayDeque<>();

    private HashedGraph(@Nullable Object container, @Nullable PendingFills pending, DecodingBudget budget) {
        this.container = container;
        this.pending = pending;
        this.budget = budget;
    }

    /**
     * @param hashing how many bytes hashing an object visits
     * @param searching what comparing it takes beyond that
     * @param known whether all that it visits could be looked at
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
        /** What is searched if the object is a set or map; else null. */
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
     * The costs of keys that a container is about to hash or compare.
     *
     * @param container what they are to be put into, which is empty; null if it is made of them
     * @param pending containers that are filled as soon as hashing a key visits them; null if there are none
     */
    public static KeyCosts costs(
            @Nullable Object container,
            Search search,
            @Nullable Object[] keys,
            @Nullable PendingFills pending,
            DecodingBudget budget) {
        HashedGraph graph = new HashedGraph(container, pending, budget);
        Asked asked = Asked.by(order(container));
        KeyCosts all = new KeyCosts();
        for (Object key : keys) {
            Cost cost = search == Search.SORTED ? graph.sorting(key, asked) : graph.cost(key, Visit.How.HASHED);
            all.add(cost.hashing, cost.searching);
        }
        return all;
    }

    /** What a sorted container may ask its keys for: a comparator that the JDK makes of others asks for either. */
    private enum Asked {
        ORDER,
        FIELDS,
        ORDER_AND_FIELDS;

        static Asked by(@Nullable Comparator<?> order) {
            if (order == null
                    || order == Comparator.naturalOrder()
                    || order == Collections.reverseOrder()
                    || order == String.CASE_INSENSITIVE_ORDER) {
                return ORDER;
            }
            return ClassNames.isOfJdk(order.getClass()) ? ORDER_AND_FIELDS : FIELDS;
        }
    }

    private static @Nullable Comparator<?> order(@Nullable Object container) {
        return switch (container) {
            case SortedSet<?> set -> set.comparator();
            case SortedMap<?, ?> map -> map.comparator();
            case PriorityQueue<?> queue -> queue.comparator();
            case PriorityBlockingQueue<?> queue -> queue.comparator();
            case null, default -> null;
        };
    }

    private Cost sorting(@Nullable Object key, Asked asked) {
        boolean ordered = asked != Asked.FIELDS && key instanceof Comparable<?>;
        if (key == null || (ordered && asked == Asked.ORDER)) {
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
     * A comparator of the program's may ask a key for any of its fields. What it asks of the objects in these is up to the program.
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

    /** Begins an object that has parts, or returns what it costs. */
    private @Nullable Cost enter(@Nullable Object object, Visit.How how, boolean intoArrays) {
        if (object == null || (object.getClass().isArray() && !intoArrays)) {
            return ONE;
        }
        if (KeyCosts.isOrdered(object.getClass())) {
            return leaf(object); // the usual keys, so they are looked at no further
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
        budget.takeWork((long) WORK_PER_PART * parts.length, "Looking at what the hash codes of keys visit");
    }

    /** Counts what is on the path. */
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

    /** What an object cost to read in its serial form, if it was. */
    private Cost serialCost(Object object, Cost otherwise) {
        Cost serial = budget.serialCost(object);
        return serial == null ? otherwise : serial;
    }
}
