package dev.wherry.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
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
}
