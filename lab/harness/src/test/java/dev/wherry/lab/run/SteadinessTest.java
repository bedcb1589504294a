package dev.wherry.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SteadinessTest {
    private static boolean reached(double... rates) {
        Steadiness steadiness = new Steadiness();
        DoubleStream.of(rates).forEach(steadiness::add);
        return steadiness.reached();
    }

    @Test
    void isReachedWhenTheRateStandsStill() {
        assertThat(reached(10, 50, 90, 100, 101, 99, 102, 98, 100)).isTrue();
    }

    @Test
    void isNotReachedWhileTheRateRises() {
        assertThat(reached(10, 20, 30, 40, 50, 60)).isFalse();
    }

    @Test
    void isNotReachedByTooFewWindows() {
        assertThat(reached(100, 100, 100, 100, 100)).isFalse();
    }

    @Test
    void forgivesOneUnluckyWindow() {
        assertThat(reached(100, 101, 99, 40, 100, 101)).isTrue();
    }

    @Test
    void isNotReachedByASlowRise() {
        double[] slow = IntStream.range(0, 80)
                .mapToDouble(window -> 1000 * (1 + 0.01 * window))
                .toArray();
        assertThat(reached(Arrays.copyOf(slow, 40))).isFalse();
        assertThat(rises(slow)).isTrue();
    }

    @Test
    void isReachedWhereARiseHasEnded() {
        double[] rates = IntStream.range(0, 60)
                .mapToDouble(window -> 1000 * Math.min(1.6, 1 + 0.03 * window))
                .toArray();
        assertThat(rises(Arrays.copyOf(rates, 20))).isTrue();
        assertThat(reached(rates)).isTrue();
    }

    @Test
    void tellsJitterFromARise() {
        Random random = new Random(7);
        double[] jitter = random.doubles(60, 700, 1300).toArray();
        assertThat(rises(jitter)).isFalse();
        assertThat(rises(IntStream.range(0, 60)
                        .mapToDouble(window -> jitter[window] * (1 + 0.04 * window))
                        .toArray()))
                .isTrue();
    }

    private static boolean rises(double... rates) {
        Steadiness steadiness = new Steadiness();
        DoubleStream.of(rates).forEach(steadiness::add);
        return steadiness.rises();
    }
}
