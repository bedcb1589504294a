package dev.wherry.internal.invoke;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MethodSpeedTest {
    private final MethodSpeed method = new MethodSpeed(false);

    @Test
    void isProvenByAHundredQuickCalls() {
        took(99, 50_000);
        assertThat(method.isProven()).isFalse();
        took(1, 50_000);
        assertThat(method.isProven()).isTrue();
    }

    @Test
    void isLostWhereMoreThanATenthAreSlow() {
        took(1_000, 1);
        took(10, 50_001);
        assertThat(method.isProven()).isTrue();
        took(1, 50_001);
        assertThat(method.isProven()).isFalse();
        took(10, 1);
        assertThat(method.isProven()).isTrue();
    }

    @Test
    void isLostByAMethodThatLastsTwiceInAHundredCalls() {
        took(1_000, 1);
        runsLong();
        assertThat(method.isProven()).isTrue();
        took(99, 1);
        runsLong();
        assertThat(method.isProven()).isFalse();
        took(1, 1);
        assertThat(method.isProven()).isTrue();
    }

    private void runsLong() {
        method.runsLong();
        took(1, 2_000_000);
    }

    @Test
    void isNeverProvenByOneThatWaits() {
        method.waits();
        took(1_000, 1);
        assertThat(method.isProven()).isFalse();
        MethodSpeed blocking = new MethodSpeed(true);
        for (int i = 0; i < 1_000; i++) {
            blocking.took(1);
        }
        assertThat(blocking.isProven()).isFalse();
    }

    private void took(int calls, long nanos) {
        for (int i = 0; i < calls; i++) {
            method.took(nanos);
        }
    }
}
