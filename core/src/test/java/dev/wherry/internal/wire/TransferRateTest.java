package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class TransferRateTest {
    private static final int SLOW = 64 << 10;

    private static long at(long seconds) {
        // Clocks of a JVM may start below 0 and run over it.
        return TimeUnit.SECONDS.toNanos(seconds) - 5;
    }

    @Test
    void waitsTenSecondsForTheNextByte() {
        TransferRate pace = new TransferRate(at(0), 100);
        assertThat(pace.isTooSlow(at(10), 100)).isFalse();
        assertThat(pace.isTooSlow(at(11), 100)).isTrue();
    }

    @Test
    void isNotFooledByAByteNowAndThen() {
        TransferRate pace = new TransferRate(at(0), 0);
        for (int second = 1; second <= 10; second++) {
            pace.goesOn(at(second), second);
            assertThat(pace.isTooSlow(at(second), second)).isFalse();
        }
        pace.goesOn(at(11), 11);
        assertThat(pace.isTooSlow(at(11), 11)).isTrue();
    }

    @Test
    void letsTheLeastRateGoOnForEver() {
        TransferRate pace = new TransferRate(at(0), 0);
        for (long second = 1; second <= 10_000; second++) {
            pace.goesOn(at(second), second * SLOW);
            assertThat(pace.isTooSlow(at(second), second * SLOW)).isFalse();
        }
    }

    @Test
    void endsWhatStopsAfterItHasComeFast() {
        TransferRate pace = new TransferRate(at(0), 0);
        pace.goesOn(at(1), 1L << 30);
        assertThat(pace.isTooSlow(at(12), 1L << 30)).isTrue();
    }

    @Test
    void excusesWhoWaitsForTheTurnsOfOthersButForOneRound() {
        TransferRate pace = new TransferRate(at(0), 0);
        assertThat(pace.isTooSlow(at(20), 10 * SLOW)).isFalse();
        assertThat(pace.isTooSlow(at(20), 9 * SLOW)).isTrue();
        assertThat(pace.isTooSlow(at(1_034), 2_000L * SLOW)).isFalse();
        assertThat(pace.isTooSlow(at(1_035), 2_000L * SLOW)).isTrue();
    }

    @Test
    void looksAfterOneFrameAfterTheOther() {
        FramePace frames = new FramePace();
        long taken = 0;
        for (int number = 1; number <= 100; number++) {
            assertThat(frames.isTooSlow(at(9L * number), number, ++taken)).isFalse();
        }
        assertThat(frames.isTooSlow(at(909), 100, taken)).isFalse();
        assertThat(frames.isTooSlow(at(911), 100, taken)).isTrue();
        assertThat(frames.isTooSlow(at(912), 0, taken)).isFalse();
        assertThat(frames.isTooSlow(at(2_000), 101, taken)).isFalse();
    }

    @Test
    void endsAFrameThatDrips() {
        FramePace frames = new FramePace();
        for (int second = 0; second <= 10; second++) {
            assertThat(frames.isTooSlow(at(second), 1, second)).isFalse();
        }
        assertThat(frames.isTooSlow(at(11), 1, 11)).isTrue();
    }
}
