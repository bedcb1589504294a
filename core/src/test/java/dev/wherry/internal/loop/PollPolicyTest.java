package dev.wherry.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

final class PollPolicyTest {
    private static final int WAITS = 10_000;

    private final PollPolicy coalescing = new PollPolicy();
    private long frames;

    @Test
    void looksForFramesThatComeOneByOne() {
        assertThat(polls(asleep -> 1)).isBetween(WAITS - 20, WAITS - 5);
    }

    @Test
    void sleepsWhereThatBringsManyTogether() {
        assertThat(polls(asleep -> asleep == 0 ? 1 : 8)).isLessThan(100);
    }

    @Test
    void goesOnSleepingWhereEverySecondSleepBringsOne() {
        long[] sleeps = {0};
        assertThat(polls(asleep -> asleep == 0 ? 1 : 1 + 2 * (sleeps[0]++ % 2))).isLessThan(400);
    }

    @Test
    void looksAgainOnceTheyComeOneByOne() {
        polls(asleep -> 8);
        assertThat(polls(asleep -> 1)).isBetween(WAITS - 50, WAITS - 5);
    }

    @Test
    void findsOutAfterAWhileThatTheyComeTogether() {
        polls(asleep -> 1);
        assertThat(polls(asleep -> asleep == 0 ? 1 : 8)).isLessThan(1_100);
    }

    /**
     * Returns how many of the waits began by polling.
     *
     * @param come the frames that each wait brings; its argument is 1 if the reader sleeps
     */
    private int polls(LongUnaryOperator come) {
        int looks = 0;
        for (int i = 0; i < WAITS; i++) {
            boolean polled = coalescing.polls(frames);
            looks += polled ? 1 : 0;
            frames += come.applyAsLong(polled ? 0 : 1);
        }
        return looks;
    }
}
