package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OrdersTest {
    private final Orders<String> orders = new Orders<>();

    @Test
    void letsOneOfEachOrderGoAtATime() {
        assertThat(orders.begin(1, "a")).isTrue();
        assertThat(orders.begin(1, "b")).isFalse();
        assertThat(orders.begin(2, "other")).isTrue();
        assertThat(orders.begin(1, "c")).isFalse();
        assertThat(orders.next(1)).isEqualTo("b");
        assertThat(orders.next(1)).isEqualTo("c");
        assertThat(orders.next(1)).isNull();
        assertThat(orders.begin(1, "d")).as("nothing is under way").isTrue();
        assertThat(orders.next(2)).isNull();
    }
}
