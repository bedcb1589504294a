package dev.wherry.lab.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.results.LatencyNanos;
import dev.wherry.lab.results.Round.Bar;
import dev.wherry.lab.results.Round.Lateness;
import java.util.List;
import org.junit.jupiter.api.Test;

class SumTest {
    private static Measurement part(long calls, Lateness late, List<List<Long>> histogram) {
        LatencyNanos own = new LatencyNanos(1, 1, 1, 1, 1, 1, 1, 0);
        return new Measurement(calls, 2, 2, own, 0, 0, null, 10L, null, null, null, (double) calls, histogram, late);
    }

    @Test
    void takesTheTimesOfAllCallsTogether() throws Exception {
        Lateness late = new Lateness(1, 2);
        List<List<Long>> same = List.of(List.of(100L, 2L), List.of(5000L, 1L));
        Measurement sum = Sum.of(List.of(part(3, late, same), part(4, late, List.of(List.of(100L, 4L)))));
        assertThat(sum.calls()).isEqualTo(7);
        assertThat(sum.allocatedBytes()).isEqualTo(20);
        assertThat(sum.latencyNanos().p50()).isEqualTo(100);
        assertThat(sum.latencyNanos().max()).as("to a hundredth").isBetween(5000L, 5050L);
        assertThat(sum.jitterNanos()).isEqualTo((3.0 * 3 + 4 * 4) / 7);
        assertThat(Times.bars(sum.histogram())).extracting(Bar::calls).containsExactly(6L, 1L);
    }

    @Test
    void tellsTheGreatestOfEachPercentileOfHowLateTheyWere() throws Exception {
        List<List<Long>> times = List.of(List.of(100L, 1L));
        Measurement sum = Sum.of(List.of(part(1, new Lateness(5, 900), times), part(1, new Lateness(7, 800), times)));
        assertThat(sum.lateNanos()).isEqualTo(new Lateness(7, 900));
    }

    @Test
    void needsTheHistogramsOfSeveralAndOfOneAloneNone() throws Exception {
        Lateness late = new Lateness(1, 2);
        Measurement told = part(1, late, List.of(List.of(100L, 1L)));
        Measurement untold = part(1, late, null);
        assertThat(Sum.of(List.of(untold))).isSameAs(untold);
        assertThat(Times.bars(untold.histogram())).isNull();
        assertThatThrownBy(() -> Sum.of(List.of(told, untold)))
                .isInstanceOfSatisfying(
                        PeerFailure.class,
                        failure -> assertThat(failure.usable()).isTrue())
                .hasMessageStartingWith("it sends no histogram");
    }
}
