package dev.wherry.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TimerTest {
    private static final Map<String, Long> ONE = Map.of("threads", 1L);

    private static Round round(double p50, double p90, double p99, double p999, double mean, @Nullable Long cpuMicros) {
        LatencyNanos latency = new LatencyNanos(
                nanos(0.03), nanos(p50), nanos(p90), nanos(p99), nanos(p999), nanos(p999), 1e6 * mean, 1);
        Long cpu = cpuMicros == null ? null : cpuMicros * 1000;
        return SampleRound.of(1, 1000, mean).latency(latency).cpu(cpu).made();
    }

    private static long nanos(double millis) {
        return Math.round(1e6 * millis);
    }

    private static @Nullable Timer of(Round... rounds) {
        return Timer.dominating(ONE, "tcp", List.of(rounds));
    }

    private static final Round WAITS = round(41.2, 44, 44.1, 47, 41, null);

    @Test
    void isSeenWhereEveryCallWaits() {
        assertThat(of(WAITS)).isEqualTo(Timer.DELAYED_ACKNOWLEDGEMENT);
        assertThat(of(round(89.4, 98.4, 128, 128, 91.3, 300L)))
                .as("request and answer")
                .isNotNull();
    }

    @Test
    void isSeenWhereTheCallsThatWaitHaveMostOfTheTime() {
        assertThat(of(round(0.1, 40.8, 43.9, 44, 8, 100L))).isNotNull();
        assertThat(of(round(0.1, 0.2, 43.9, 44, 0.8, 100L))).isNotNull();
    }

    @Test
    void isNotSeenInATailThatIsSmallOrSteep() {
        assertThat(of(round(2, 3, 43.9, 44, 2.5, 100L)))
                .as("a hundredth of the calls")
                .isNull();
        assertThat(of(round(0.1, 0.2, 41, 97, 0.7, 100L)))
                .as("a machine with too many callers")
                .isNull();
    }

    @Test
    void isNotSeenInOtherTimes() {
        assertThat(of(round(20, 21, 22, 23, 20, null))).isNull();
        assertThat(of(round(60, 62, 63, 64, 60, null))).isNull();
        assertThat(of(round(0.05, 0.06, 0.1, 0.4, 0.05, 40L))).isNull();
    }

    @Test
    void isNotSeenWhereTheProcessorsAreBusy() {
        Round crowd = round(42, 44, 46, 50, 42, 8L);
        Round tenThousandCallers = SampleRound.of(1, 480_000, 2)
                .rate(240_000, 24)
                .latency(crowd.latencyNanos())
                .cpu(8_000L)
                .made();
        assertThat(of(tenThousandCallers)).isNull();
    }

    @Test
    void isSeenOnlyInMostOfTheRounds() {
        Round works = round(0.05, 0.06, 0.1, 0.4, 0.05, 40L);
        assertThat(of(WAITS, works, WAITS)).isNotNull();
        assertThat(of(WAITS, works, works)).isNull();
        assertThat(of(WAITS, works)).isNull();
        assertThat(of()).isNull();
    }

    @Test
    void isNotSeenWhereSomethingElseExplainsTheTime() {
        List<Round> rounds = List.of(WAITS);
        assertThat(Timer.dominating(Map.of("threads", 1L, "distanceMillis", 5L), "tcp", rounds))
                .isNull();
        assertThat(Timer.dominating(Map.of("threads", 1L, "distanceMillis", 0L), "tcp", rounds))
                .isNotNull();
        assertThat(Timer.dominating(Map.of("processes", 1L), "tcp", rounds)).isNull();
        assertThat(Timer.dominating(ONE, "unix", rounds)).isNull();
        assertThat(Timer.dominating(ONE, "shm", rounds)).isNull();
        assertThat(Timer.dominating(ONE, "shm+tcp", rounds)).isNotNull();
    }
}
