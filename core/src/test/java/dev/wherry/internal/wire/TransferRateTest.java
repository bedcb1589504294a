package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

final class TransferRateTest {
    private static final int SLOW = 64 << 10;

    private static long at(long seconds) {
        // Clocks of a JVM may start below 0 and run over it.
        return TimeUnit.SECONDS.toNanos(seconds) - 5;
    }

    @Test
    void waitsTenSecondsForTheNextByte() {
        TransferRate rate = new TransferRate(at(0), 100);
        assertThat(rate.isTooSlow(at(10), 100)).isFalse();
        assertThat(rate.isTooSlow(at(11), 100)).isTrue();
    }

    @Test
    void isNotFooledByAByteNowAndThen() {
        TransferRate rate = new TransferRate(at(0), 0);
        for (int second = 1; second <= 10; second++) {
            rate.progress(at(second), second);
            assertThat(rate.isTooSlow(at(second), second)).isFalse();
        }
        rate.progress(at(11), 11);
        assertThat(rate.isTooSlow(at(11), 11)).isTrue();
    }

    @Test
    void letsTheLeastRateGoOnForEver() {
        TransferRate rate = new TransferRate(at(0), 0);
        for (long second = 1; second <= 10_000; second++) {
            rate.progress(at(second), second * SLOW);
            assertThat(rate.isTooSlow(at(second), second * SLOW)).isFalse();
        }
    }

    @Test
    void endsWhatStopsAfterItHasComeFast() {
        TransferRate rate = new TransferRate(at(0), 0);
        rate.progress(at(1), 1L << 30);
        assertThat(rate.isTooSlow(at(12), 1L << 30)).isTrue();
    }

    @Test
    void allowsForOneRoundOfTheTurnsOfOthers() {
        TransferRate rate = new TransferRate(at(0), 0);
        assertThat(rate.isTooSlow(at(20), 10 * SLOW)).isFalse();
        assertThat(rate.isTooSlow(at(20), 9 * SLOW)).isTrue();
        assertThat(rate.isTooSlow(at(1_034), 2_000L * SLOW)).isFalse();
        assertThat(rate.isTooSlow(at(1_035), 2_000L * SLOW)).isTrue();
    }

    @Test
    void looksAfterOneFrameAfterTheOther() {
        TransferRate.Frames frames = new TransferRate.Frames();
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
        TransferRate.Frames frames = new TransferRate.Frames();
        for (int second = 0; second <= 10; second++) {
            assertThat(frames.isTooSlow(at(second), 1, second)).isFalse();
        }
        assertThat(frames.isTooSlow(at(11), 1, 11)).isTrue();
    }

    @Test
    void givesABlockingWriteTheTimeOfItsBytes() {
        TransferRate.Writes writes = new TransferRate.Writes();
        assertThat(writes.isTooSlow(at(0), 0, SLOW)).isFalse();
        assertThat(writes.isTooSlow(at(100), 1, SLOW)).isFalse();
        assertThat(writes.isTooSlow(at(111), 1, SLOW)).isFalse();
        assertThat(writes.isTooSlow(at(112), 1, SLOW)).isTrue();
        assertThat(writes.isTooSlow(at(112), 2, SLOW)).isFalse();
        assertThat(writes.isTooSlow(at(200), 0, SLOW)).isFalse();
    }

    @Nested
    final class OfWaitingAnswers {
        private static final long STEP = TimeUnit.MILLISECONDS.toNanos(100);

        private final TransferRate.Backlog rate = new TransferRate.Backlog();
        /** Close to the end of the clock's numbers, which it passes. */
        private long now = Long.MAX_VALUE - 5 * STEP;

        private long taken;

        /** Returns after how many seconds a peer is cut off that reads so many bytes in each tenth of one; at most 1,000. */
        private int lasts(long bytes) {
            for (int i = 0; i < 10_000; i++) {
                if (rate.isTooSlow(now, true, taken)) {
                    return i / 10;
                }
                now += STEP;
                taken += bytes;
            }
            return 1_000;
        }

        @Test
        void endsAfterTenSecondsWithAPeerThatReadsNothing() {
            assertThat(lasts(0)).isEqualTo(10);
        }

        @Test
        void endsAfterTwentySecondsWithAPeerThatReadsHalfOfTheRequired() {
            assertThat(lasts(3 << 10)).isBetween(17, 21);
        }

        @Test
        void servesAPeerThatReadsEnough() {
            assertThat(lasts(7 << 10)).isEqualTo(1_000);
        }

        @Test
        void countsOnlyWhileAnswersWait() {
            for (int i = 0; i < 1_000; i++) {
                assertThat(rate.isTooSlow(now, i % 50 != 0, taken)).isFalse();
                now += STEP;
            }
        }

        @Test
        void gainsNothingForLaterFromAFastStart() {
            taken = 1L << 40;
            assertThat(rate.isTooSlow(now, true, 0)).isFalse();
            assertThat(lasts(0)).isEqualTo(10);
        }

        @Test
        void blamesNoPeerForAPauseOfThisProcess() {
            for (int i = 0; i < 5; i++) {
                assertThat(rate.isTooSlow(now, true, taken)).isFalse();
                now += TimeUnit.HOURS.toNanos(1);
            }
        }
    }
}
