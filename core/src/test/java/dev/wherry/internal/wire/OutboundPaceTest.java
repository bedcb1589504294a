package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class OutboundPaceTest {
    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(100);

    private final OutboundPace pace = new OutboundPace();
    /** Close to the end of the clock's numbers, which it passes. */
    private long now = Long.MAX_VALUE - 5 * STEP;

    private long taken;

    /** How many seconds a peer lasts that takes so many bytes in each tenth of one; at most 1,000. */
    private int lasts(long bytes) {
        for (int i = 0; i < 10_000; i++) {
            if (pace.isTooSlow(now, true, taken)) {
                return i / 10;
            }
            now += STEP;
            taken += bytes;
        }
        return 1_000;
    }

    @Test
    void endsWithOneWhoTakesNothingAfterTenSeconds() {
        assertThat(lasts(0)).isEqualTo(10);
    }

    @Test
    void endsWithOneWhoTakesHalfOfWhatHeShouldAfterTwenty() {
        assertThat(lasts(3 << 10)).isBetween(17, 21);
    }

    @Test
    void servesOneWhoTakesEnough() {
        assertThat(lasts(7 << 10)).isEqualTo(1_000);
    }

    @Test
    void countsOnlyWhileAnswersWait() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(pace.isTooSlow(now, i % 50 != 0, taken)).isFalse();
            now += STEP;
        }
    }

    @Test
    void gainsNothingForLaterFromAFastStart() {
        taken = 1L << 40;
        assertThat(pace.isTooSlow(now, true, 0)).isFalse();
        assertThat(lasts(0)).isEqualTo(10);
    }

    @Test
    void blamesNoPeerForAPauseOfThisProcess() {
        for (int i = 0; i < 5; i++) {
            assertThat(pace.isTooSlow(now, true, taken)).isFalse();
            now += TimeUnit.HOURS.toNanos(1);
        }
    }
}
