package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class CallerClockTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long START = Long.MAX_VALUE - 50 * MILLI;

    private final CallerClock clock = new CallerClock();

    @Test
    void standsStillForAMomentAfterAPause() {
        assertThat(clock.at(START)).isEqualTo(START);
        long woken = START + 3_000 * MILLI;
        clock.late(woken, 2_990 * MILLI);
        assertThat(clock.at(woken)).isEqualTo(START);
        assertThat(clock.at(woken + 999 * MILLI)).isEqualTo(START);
        assertThat(clock.at(woken + 1_000 * MILLI)).isEqualTo(woken + 1_000 * MILLI);
    }

    @Test
    void standsStillNoLongerThanThePauseWas() {
        assertThat(clock.at(START)).isEqualTo(START);
        long woken = START + 200 * MILLI;
        clock.late(woken, 190 * MILLI);
        assertThat(clock.at(woken + 189 * MILLI)).isEqualTo(START);
        assertThat(clock.at(woken + 190 * MILLI)).isEqualTo(woken + 190 * MILLI);
    }

    @Test
    void goesOnWhenTheWatcherIsALittleLate() {
        assertThat(clock.at(START)).isEqualTo(START);
        clock.late(START + 90 * MILLI, 80 * MILLI);
        assertThat(clock.at(START + 90 * MILLI)).isEqualTo(START + 90 * MILLI);
    }
}
