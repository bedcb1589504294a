package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class PeerClockTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    /** Close to the end of the clock's numbers, which it passes. */
    private static final long START = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(5);

    private final PeerClock clock = new PeerClock();

    /** Of a call that was sent and read at these milliseconds; in milliseconds. */
    private long age(long sent, long read) {
        return clock.age(sent, START + read * MILLI) / MILLI;
    }

    @Test
    void findsNothingUnusualInASteadyWay() {
        for (int i = 1; i < 10_000; i++) {
            assertThat(age(i, i + 700 + i % 40)).isZero();
        }
    }

    @Test
    void returnsHowLongACallWasDelayed() {
        assertThat(age(1, 10)).isZero();
        assertThat(age(100, 5_109)).isBetween(4_990L, 5_000L);
        assertThat(age(5_200, 5_209)).as("one that was not held up").isZero();
    }

    @Test
    void takesTheFastestForTheMeasure() {
        assertThat(age(1, 3_000)).as("the first").isZero();
        assertThat(age(3_000, 3_010)).isZero();
        assertThat(age(3_020, 6_000)).isBetween(2_960L, 2_971L);
    }

    @Test
    void followsClocksThatDriftApart() {
        for (long second = 1; second < 100_000; second++) {
            assertThat(age(second * 1_000, second * 1_000 + second / 2)).isZero();
        }
    }

    @Test
    void returnsZeroForACallWithoutATime() {
        assertThat(age(1, 10)).isZero();
        assertThat(age(0, 50_000)).isZero();
    }

    @Test
    void learnsFromAnAnswerThatThePeersClockStoodStill() {
        assertThat(age(1, 10)).isZero();
        assertThat(age(100, 3_600_109)).as("an hour").isPositive();
        clock.answered(START + 3_600_110 * MILLI, 102, START + 3_600_120 * MILLI);
        assertThat(age(200, 3_600_210)).isZero();
        assertThat(age(300, 3_605_300)).as("and still sees what is held up").isBetween(4_980L, 5_000L);
    }

    @Test
    void believesNoAnswerThatWasItselfHeldUp() {
        assertThat(age(1, 10)).isZero();
        clock.answered(START + 1_000 * MILLI, 3_000, START + 9_000 * MILLI);
        assertThat(age(4_000, 9_009)).isBetween(4_980L, 5_000L);
    }
}
