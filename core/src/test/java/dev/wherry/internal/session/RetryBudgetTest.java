package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryBudgetTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private long now = Long.MAX_VALUE - 5 * SECOND; // the clock may pass the end of its numbers
    private RetryBudget budget = new RetryBudget(now);
    private long made;

    private int granted(int wanted) {
        int granted = 0;
        for (int i = 0; i < wanted; i++) {
            if (budget.tryTake(made, now)) {
                granted++;
                made++;
            }
        }
        return granted;
    }

    @Test
    void allowsTenWithoutAnyCalls() {
        assertThat(granted(100)).isEqualTo(10);
        now += 5 * SECOND;
        assertThat(granted(100)).isZero();
        now += 5 * SECOND;
        assertThat(granted(100)).isEqualTo(10);
    }

    @Test
    void allowsATwentiethOfManyCalls() {
        made = 1_000;
        assertThat(granted(1_000)).isEqualTo(50);
        made += 500;
        assertThat(granted(1_000)).isEqualTo(25);
    }

    @Test
    void forgetsCallsAfterTenSeconds() {
        made = 1_000;
        assertThat(granted(20)).isEqualTo(20);
        now += 9 * SECOND;
        assertThat(granted(1_000)).isEqualTo(30);
        now += SECOND;
        assertThat(granted(1_000))
                .as("the first calls and their repetition are forgotten")
                .isZero();
        now += 20 * SECOND;
        assertThat(granted(1_000)).isEqualTo(10);
    }

    @Test
    void countsCallsThatItWasNotAskedAboutAsIfTheyWereMadeEvenly() {
        granted(1);
        now += 100 * SECOND;
        made += 10_100;
        assertThat(granted(10_000)).isBetween(50, 53);
    }

    @Test
    void goesOnInAnotherSession() {
        made = 1_000;
        assertThat(granted(1_000)).isEqualTo(50);
        budget.opened(now);
        made = 0;
        assertThat(granted(10)).isZero();
        made = 200;
        assertThat(granted(1_000)).isEqualTo(10);
    }

    /** Clients that repeat each call that fails, as long as they may. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void addsATwentiethToTheLoadOfAFailingServer(long seed) {
        Random random = new Random(seed);
        long calls = 0;
        long until = now + 60 * SECOND;
        while (now - until < 0) {
            now += random.nextLong(SECOND / 100);
            calls++;
            made++;
            for (int attempt = 2; attempt <= Attempts.MOST && random.nextInt(10) < 7; attempt++) {
                if (!budget.tryTake(made, now)) {
                    break;
                }
                made++;
            }
        }
        assertThat(made - calls).as("seed %d", seed).isLessThanOrEqualTo(calls / 20 + 10);
        assertThat(made - calls).as("seed %d", seed).isGreaterThan(calls / 25);
    }

    @Test
    void isWaitedForAtRandom() {
        Random random = new Random(5);
        for (int i = 0; i < 1_000; i++) {
            assertThat(Attempts.pause(2, random)).isBetween(0L, TimeUnit.MILLISECONDS.toNanos(10));
            assertThat(Attempts.pause(3, random)).isBetween(0L, TimeUnit.MILLISECONDS.toNanos(20));
            assertThat(Attempts.pause(100, random)).isBetween(0L, TimeUnit.MILLISECONDS.toNanos(500));
        }
    }
}
