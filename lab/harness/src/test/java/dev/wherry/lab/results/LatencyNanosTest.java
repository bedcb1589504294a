package dev.wherry.lab.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatencyNanosTest {
    @Test
    void takesItsPercentilesFromTheTimesThemselves() {
        LatencyNanos latency =
                LatencyNanos.of(LongStream.rangeClosed(1, 100).boxed().toList().reversed());
        assertThat(latency.min()).isEqualTo(1);
        assertThat(latency.p50()).isEqualTo(50);
        assertThat(latency.p90()).isEqualTo(90);
        assertThat(latency.p99()).isEqualTo(99);
        assertThat(latency.p999()).isEqualTo(100);
        assertThat(latency.max()).isEqualTo(100);
        assertThat(latency.mean()).isEqualTo(50.5);
        assertThat(latency.stddev()).isCloseTo(28.87, within(0.01));
    }

    @Test
    void isTheSameTimeEverywhereOfOne() {
        assertThat(LatencyNanos.of(List.of(7L))).isEqualTo(new LatencyNanos(7, 7, 7, 7, 7, 7, 7, 0));
    }
}
