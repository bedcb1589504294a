package dev.wherry.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Limits;
import java.util.Collections;
import java.util.Comparator;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The cost of sorting keys, by the comparator that sorts them. */
class HashedGraphTest {
    private static final int LENGTH = 10_000;

    record Key(int number, String text) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return Integer.compare(number, other.number);
        }
    }

    static final class ByText implements Comparator<Key> {
        @Override
        public int compare(Key a, Key b) {
            return a.text.compareTo(b.text);
        }
    }

    private static long cost(Comparator<Key> order) {
        Object[] keys = {new Key(1, "x".repeat(LENGTH))};
        return HashedGraph.costs(
                        new TreeSet<>(order),
                        KeyCosts.Search.SORTED,
                        keys,
                        null,
                        new DecodingBudget(Limits.defaults(), 1_000))
                .hashing();
    }

    @Test
    void countsWhatTheOrderOfTheKeysVisits() {
        assertThat(cost(Comparator.naturalOrder())).isLessThan(LENGTH);
        assertThat(cost(Collections.reverseOrder())).isLessThan(LENGTH);
    }

    @Test
    void countsTheFieldsOfKeysThatAComparatorOfTheProgramSortsHoweverItIsWrapped() {
        Comparator<Key> order = new ByText();
        assertThat(cost(order)).isGreaterThan(LENGTH);
        assertThat(cost(order.reversed())).isGreaterThan(LENGTH);
        assertThat(cost(Comparator.nullsLast(order))).isGreaterThan(LENGTH);
        assertThat(cost(Comparator.<Key>naturalOrder().thenComparing(order))).isGreaterThan(LENGTH);
        assertThat(cost(Comparator.comparing(Key::text))).isGreaterThan(LENGTH);
    }
}
