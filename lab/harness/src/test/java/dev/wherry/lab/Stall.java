package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Round.Bar;

/**
 * Checks the latencies after a pause of 100 ms without answers. In an open loop a call is due each millisecond. In a closed loop
 * each call waits for the last.
 */
final class Stall {
    private Stall() {}

    static void isIn(Round open, Round closed) {
        // Some 90 calls had 10 ms or more to wait; the bar that ends beyond that begins at 9 at least.
        assertThat(longerThan(10_000_000, open)).isGreaterThanOrEqualTo(85);
        assertThat(open.latencyNanos().max()).isGreaterThanOrEqualTo(99_000_000);
        assertThat(open.lateNanos()).isNotNull();
        assertThat(longerThan(10_000_000, closed))
                .as("the stall is in one call")
                .isLessThan(40);
        assertThat(closed.latencyNanos().max()).isGreaterThanOrEqualTo(99_000_000);
        assertThat(closed.lateNanos()).isNull();
    }

    /** Of the calls that took longer, by bars a quarter of an octave wide. */
    private static long longerThan(long nanos, Round round) {
        return round.histogram().stream()
                .filter(bar -> bar.toNanos() > nanos)
                .mapToLong(Bar::calls)
                .sum();
    }
}
