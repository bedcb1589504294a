package dev.wherry.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SpareLimitTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private long now;
    private long used;
    private int begun;
    private final SpareLimit limit = new SpareLimit(2, 16, () -> used);

    private void receive(int calls) {
        for (int i = 0; i < calls; i++) {
            if (limit.limit().enter("session", this::begin, now)) {
                begin();
            }
        }
    }

    private boolean begin() {
        begun++;
        return true;
    }

    /** @param busy how many processors compute */
    private void pass(int millis, int busy) {
        for (int i = 0; i < millis; i += 10) {
            now += 10 * MILLI;
            used += busy * 10 * MILLI;
            limit.check(now);
        }
    }

    @Test
    void growsFastWhileTheProcessorsAreIdle() {
        receive(100);
        assertThat(begun).isEqualTo(2);
        pass(100, 0);
        assertThat(begun).isEqualTo(4);
        pass(300, 0);
        assertThat(begun).as("no more than the most").isEqualTo(16);
    }

    @Test
    void growsOneByOneWhileCallsComputeAndNoneIsDone() {
        receive(100);
        pass(100, 2);
        assertThat(begun).isEqualTo(3);
        pass(300, 2);
        assertThat(begun).isLessThanOrEqualTo(8).isGreaterThanOrEqualTo(6);
    }

    @Test
    void keepsToTheProcessorsWhileCallsThatComputeAreDone() {
        receive(100);
        for (int i = 0; i < 50; i++) {
            limit.limit().leave(now);
            pass(30, 2);
            assertThat(limit.limit().running()).isEqualTo(2);
        }
        assertThat(begun).isEqualTo(52);
    }

    @Test
    void shrinksToTheProcessorsWhenCallsAreDone() {
        receive(100);
        pass(400, 0);
        assertThat(limit.limit().running()).isEqualTo(16);
        for (int i = 0; i < 40; i++) {
            pass(20, 2);
            limit.limit().leave(now);
        }
        assertThat(limit.limit().running()).isEqualTo(2);
    }

    @Test
    void beginsAgainWhenNoCallWaits() {
        receive(10);
        pass(200, 0);
        for (int i = 0; i < 10; i++) {
            limit.limit().leave(now);
        }
        pass(20, 0);
        assertThat(limit.limit().most()).isEqualTo(2);
    }
}
