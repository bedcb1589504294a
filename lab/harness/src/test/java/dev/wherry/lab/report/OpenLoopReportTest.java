package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.offered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Changed;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.NoRate;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenLoopReportTest {
    private static Cell at(long rate, double achieved) {
        Map<String, Long> params = new LinkedHashMap<>(Map.of("threads", 1L));
        params.put("rate", rate);
        return cell("rmi", params, List.of(offered(1, achieved)), List.of());
    }

    private static Results run(Cell... cells) {
        Results bare = Samples.results("quick", null, List.of(cells), List.of());
        return Changed.of(bare, Map.of("withoutRate", List.of(new NoRate("start", "first-call", "it starts"))));
    }

    @Test
    void tellsOfferedAndAchievedRatesAndLatenciesFromTheMomentACallWasDue() {
        assertThat(CellLine.of(at(1000, 1000)))
                .contains("rate=1000", "achieved/s 1,000  p50 µs 2.00  p99 µs 4.00")
                .doesNotContain("saturated");
        assertThat(CellLine.of(at(5000, 4000))).endsWith("(saturated)");
    }

    @Test
    void marksWhatIsSaturatedOnThePageAndSaysWhatThatMeans() throws IOException {
        Results results = run(at(1000, 951), at(5000, 4000));
        String page = Document.of(results);
        assertThat(page)
                .contains("<small class=\"trouble\">saturated</small>", "Some cells are saturated.")
                .contains("latencies grow with the length of the round", "Each was due at a moment")
                .contains("Some workloads were left out.", "start first-call: it starts")
                .contains("late p99 µs");
        assertThat(page.split("class=\"trouble\">saturated", -1)).hasSize(2);
        assertThat(Page.of(results).plots())
                .extracting(Plot::title, Plot::xName)
                .contains(tuple("Latency from the moment at which a call was due, 99th percentile", "rate"));
    }

    @Test
    void setsTheTailsOfTwoRunsSideBySide() {
        RunComparison comparison = RunComparison.of(run(at(5000, 5000)), run(at(5000, 4000)));
        assertThat(comparison.cells()).singleElement().satisfies(both -> {
            assertThat(both.figures().getLast().measure()).isEqualTo("p99 µs");
            assertThat(both.figures().getLast().ratio()).isEqualTo(1.0);
            assertThat(both.saturated()).isEqualTo("B");
        });
        assertThat(comparison.text().lines().filter(line -> line.contains("achieved/s, A")))
                .singleElement()
                .asString()
                .contains("p99 µs, A");
        assertThat(comparison.text().lines().filter(line -> line.contains("rate 5000")))
                .singleElement()
                .asString()
                .endsWith("saturated in B");
    }

    @Test
    void doesNotMatchCellsOfDifferentRates() {
        assertThat(RunComparison.of(run(at(5000, 5000)), run(at(1000, 1000))).cells())
                .isEmpty();
    }
}
