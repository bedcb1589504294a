package dev.wherry.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BackoffTest {
    @Test
    void isDueEverMoreSeldom() {
        Backoff backoff = new Backoff();
        long millisecond = 1_000_000;
        long begun = Long.MAX_VALUE - 100 * millisecond; // as the clock may stand anywhere
        assertThat(backoff.isDue(begun)).as("the first look").isFalse();
        assertThat(backoff.isDue(begun + millisecond)).as("the second look").isTrue();
        int due = 0;
        for (int i = 2; i < 60_000; i++) {
            due += backoff.isDue(begun + i * millisecond) ? 1 : 0;
        }
        assertThat(due).as("times in a minute").isBetween(60, 70);
        long end = begun + 60_000 * millisecond;
        assertThat(backoff.isDue(end + Backoff.LONGEST)).isTrue();
    }
}
