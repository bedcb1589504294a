package dev.wherry.codec.java;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts equal hashes among the keys of each container before the container takes the keys in: searching n of them one
 * by one costs n * n / 2 comparisons, and whoever sends the keys chooses the hashes. Finds equal keys where the container
 * would refuse them.
 */
final class KeyWatch {
    private final DecodingBudget budget;
    private final Map<Integer, List<Expected>> expected = new HashMap<>();
    private final List<Object> seen = new ArrayList<>();

    KeyWatch(DecodingBudget budget) {
        this.budget = budget;
    }

    /** A container in which keys will be looked for. */
    static final class Container {
        private final StreamClass type;
        private final Map<Integer, Integer> hashes = new HashMap<>();
        private final Set<Object> distinct = new HashSet<>();
        /** Of all keys so far, which can be ordered; they are looked at once there is one of another class. */
        private @Nullable Class<?> order;

        private int[] ordered = {};
        private int orderedCount;
        private long largest;
        private boolean mixed;

        Container(StreamClass type) {
            this.type = type;
        }

        /** Whether a key can wait: it is of the class of all before it, which is ordered. */
        private boolean keep(Class<?> type, int number, long cost) {
            if (mixed || (order != null && order != type) || !DecodingBudget.isOrdered(type)) {
                mixed = true;
                return false;
            }
            order = type;
            if (orderedCount == ordered.length) {
                ordered = Arrays.copyOf(ordered, Math.max(16, 2 * orderedCount));
            }
            ordered[orderedCount++] = number;
            largest = Math.max(largest, cost);
            return true;
        }

        private void add(Object key, long cost, DecodingBudget budget) {
            int hash;
            try {
                hash = key.hashCode();
            } catch (RuntimeException e) {
                return; // the container is about to meet the same
            }
            budget.collide(type.type(), key, hashes.merge(hash, 1, Integer::sum) - 1, cost);
            if (type.isImmutableCollection()) {
                requireDistinct(key);
            }
        }

        /** The JDK's immutable ones would refuse equal keys with their text, which can take for ever to write. */
        private void requireDistinct(Object key) {
            if (!distinct.add(key)) {
                throw CodecException.impossible("An immutable set or map with two equal elements or keys, of class "
                        + key.getClass().getName()
                        + ", cannot be read. They have become equal since it was made: do not change them, or send a"
                        + " HashSet or HashMap, which keeps one of them");
            }
        }
    }

    /** A key that is not read yet. */
    private record Expected(Container container, long cost) {}

    /** Says that the object that will be read as the {@code order}th of the message is a key of a class, of this cost to compare. */
    void expect(int order, Class<?> type, Container container, long cost) {
        if (!container.type.searchesLinearly() && container.keep(type, order, cost)) {
            return;
        }
        for (int i = 0; i < container.orderedCount; i++) {
            expect(container.ordered[i], container, container.largest);
        }
        container.orderedCount = 0;
        expect(order, container, cost);
    }

    private void expect(int order, Container container, long cost) {
        if (order < seen.size()) {
            container.add(seen.get(order), cost, budget);
        } else {
            expected.computeIfAbsent(order, absent -> new ArrayList<>(1)).add(new Expected(container, cost));
        }
    }

    /** Forgets what was expected of objects not yet read. */
    void expectNothing() {
        expected.clear();
    }

    /** Takes note of the next object that was read. */
    void read(@Nullable Object object) {
        List<Expected> here = expected.remove(seen.size());
        seen.add(object == null ? this : object);
        if (here != null && object != null) {
            here.forEach(each -> each.container.add(object, each.cost, budget));
        }
    }
}
