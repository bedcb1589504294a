package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FakeClockTest {
    @Test
    void movesOnlyWhenAdvanced() {
        FakeClock clock = new FakeClock();
        long start = clock.getAsLong();
        assertThat(clock.getAsLong()).isEqualTo(start);
        clock.advance(Duration.ofSeconds(2));
        assertThat(clock.getAsLong() - start).isEqualTo(2_000_000_000L);
        assertThat(clock.getAsLong()).as("beyond the overflow").isNegative();
    }
}
