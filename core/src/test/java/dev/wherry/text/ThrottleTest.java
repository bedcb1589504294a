package dev.wherry.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThrottleTest {
    @Test
    void letsSoManyPassInEachStretchAndCountsTheOthers() {
        long start = Long.MAX_VALUE - 5; // a clock may pass the end of its numbers
        Throttle throttle = new Throttle(2, 100);
        assertThat(throttle.next(start)).isZero();
        assertThat(throttle.next(start + 10)).isZero();
        assertThat(throttle.next(start + 20)).isEqualTo(-1);
        assertThat(throttle.next(start + 99)).isEqualTo(-1);
        assertThat(throttle.next(start + 100)).isEqualTo(2);
        assertThat(throttle.next(start + 101)).isZero();
        assertThat(throttle.next(start + 102)).isEqualTo(-1);
    }

    @Test
    void saysHowManyWereHeldBackIfAny() {
        assertThat(Throttle.more(0)).isEmpty();
        assertThat(Throttle.more(3)).contains("3 more");
    }
}
