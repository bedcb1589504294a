package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.unsteady;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistogramTest {
    @Test
    void sharesTheCallsOfAllRoundsOutByHowLongTheyTook() {
        Plot plot = histogram(results());

        assertThat(plot.x()).startsWith("1.02", "1.22", "1.45").endsWith("4.10");
        assertThat(plot.series())
                .singleElement()
                .satisfies(line -> assertThat(line.points())
                        .containsExactly(
                                new Plot.Point(0, 50, 50, 50),
                                new Plot.Point(4, 25, 25, 25),
                                new Plot.Point(8, 25, 25, 25)));
    }

    @Test
    void hasAPlotForEachPointToChooseFrom() throws IOException {
        assertThat(histogram(results()).choices()).extracting(Plot::label).containsExactly("bytes 0", "bytes 64");
        assertThat(Document.of(results()))
                .contains("<select data-plot=\"plot-suite-0-0-histogram\"><option>bytes 0</option>");
    }

    @Test
    void standsBesideDeviationJitterAndTheHighestPercentile() throws IOException {
        assertThat(Document.of(results())).contains("p99.9 µs", "std dev µs", "jitter µs", "<td>2.00");
    }

    @Test
    void isNotShownOfSeveralCallersOrOfShortLoops() throws IOException {
        for (String param : List.of("threads", "calls")) {
            Cell cell = cell("rmi", Map.of(param, 8L), List.of(unsteady(1, 100, 2000, 1024)), List.of());
            assertThat(Document.of(Samples.results("quick", null, List.of(cell), List.of())))
                    .doesNotContain("p99.9 µs", "plot-suite-0-0-histogram");
        }
    }

    private static Plot histogram(Results results) {
        return Page.of(results).plots().getLast();
    }

    /** Of a caller that is alone. */
    static Results results() {
        Cell none = cell(
                "rmi",
                Map.of("bytes", 0L),
                List.of(unsteady(1, 100, 2000, 1024, 2048), unsteady(2, 100, 2000, 1000, 4096)),
                List.of());
        Cell some = cell("rmi", Map.of("bytes", 64L), List.of(unsteady(1, 90, 2000, 10, 20, 30)), List.of());
        return Samples.results("quick", null, List.of(none, some), List.of());
    }
}
