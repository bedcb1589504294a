package dev.wherry.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.results.LatencyNanos;
import dev.wherry.lab.results.WarmUp;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class WarmerTest {
    private static final LatencyNanos ANY = LatencyNanos.of(List.of(1L));

    /** A pair that is this fast in each window. */
    private static Warmer.Calls calls(IntToDoubleFunction rate) {
        int[] window = {0};
        return length -> new Measurement(
                Math.round(100_000 * rate.applyAsDouble(window[0]++) * 0.25),
                0.25,
                0.25,
                ANY,
                0,
                0,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static WarmUp warm(boolean fresh, double left, IntToDoubleFunction rate) throws Exception {
        return Warmer.USUAL.warm(calls(rate), fresh, left);
    }

    @Test
    void endsAtTheFloorWhereTheRateStandsStill() throws Exception {
        assertThat(warm(true, 50, window -> 1)).isEqualTo(new WarmUp(true, 16, 4, false));
        assertThat(warm(false, 50, window -> 1)).isEqualTo(new WarmUp(true, 6, 1.5, false));
    }

    @Test
    void goesOnBeyondTheCapWhileTheRateRises() throws Exception {
        WarmUp warmUp = warm(true, 50, window -> Math.min(window, 120));
        assertThat(warmUp.stable()).isTrue();
        assertThat(warmUp.seconds()).as("the rise ends at 30 s").isBetween(30.0, 60.0);
    }

    @Test
    void endsAfterAMinuteEvenWhereTheRateStillRises() throws Exception {
        assertThat(warm(true, 50, window -> 1 + window)).isEqualTo(new WarmUp(false, 240, 60, true));
        assertThat(warm(true, 5, window -> 1 + window)).isEqualTo(new WarmUp(false, 60, 15, true));
        assertThat(warm(true, 0, window -> 1 + window).seconds()).isEqualTo(10);
    }

    @Test
    void endsAtTheCapWhereTheRateMerelyJitters() throws Exception {
        // Three windows at each of two speeds, as the kernel places two threads.
        WarmUp warmUp = warm(true, 50, window -> window / 3 % 2 == 0 ? 1 : 2);
        assertThat(warmUp.stable()).isFalse();
        assertThat(warmUp.jittered()).isTrue();
        assertThat(warmUp.seconds()).isBetween(10.0, 12.0);
    }

    @Test
    void takesWhatIsBeyondTheCapFromThePatienceOfThePair() throws Exception {
        assertThat(Warmer.USUAL.spent(new WarmUp(true, 60, 15, false))).isEqualTo(5);
        assertThat(Warmer.USUAL.spent(new WarmUp(true, 20, 5, false))).isZero();
    }
}
