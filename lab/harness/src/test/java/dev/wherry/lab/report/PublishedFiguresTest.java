package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.SampleRun;
import dev.wherry.lab.suite.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The suites' own data, as the page prints it. */
class PublishedFiguresTest {
    private static final Path SUITES = Path.of("../suites");
    private static final Pattern ROW = Pattern.compile("\"(\\d+) ([\\d.]+) ([\\d.]+) (-?\\d+%)\"");

    @Test
    void areOnThePageDigitForDigitInRowsAsTheyWerePrinted() throws IOException {
        String page = page("mobility");
        List<MatchResult> rows = ROW.matcher(Files.readString(SUITES.resolve("mobility/published.toml")))
                .results()
                .toList();

        assertThat(rows)
                .hasSize(18)
                .allSatisfy(row -> assertThat(page)
                        .contains("<th scope=\"row\">%s</th><td>%s</td><td>%s</td><td>%s</td>"
                                .formatted(row.group(1), row.group(2), row.group(3), row.group(4))));
    }

    @Test
    void areOnThePageWhereThereAreTimesAndNoRate() throws IOException {
        assertThat(page("ejb"))
                .contains("<td>120.8</td><td>237.1</td><td>2513</td>", "<td>1156.8</td><td>2299.9</td><td>17646.8</td>")
                .contains("<td>19608</td><td>30744</td><td>189117</td><td>270577</td><td>283602</td>")
                .contains("Average times of runs by the last version of its program", "data branch of its repository")
                .contains("Average times of runs, the look-up inside the clock")
                .doesNotContain("calls/s per caller</caption>");
    }

    @Test
    void areNotThereWhereTheOriginalGaveNone() throws IOException {
        assertThat(page("latency"))
                .contains("Its text holds no figures")
                .contains("TAO is the fastest framework")
                .doesNotContain("Published then");
    }

    private static String page(String suite) throws IOException {
        Results results = Samples.results(
                "quick",
                "rmi",
                List.of(cell("rmi", Map.of("threads", 1L, "size", 1L), List.of(round(1, 1000)), List.of())),
                List.of());
        Results named = SampleRun.of(
                results.preset(),
                results.baseline(),
                results.machine(),
                List.of(Samples.in(suite, results.cells().getFirst())),
                results.absent(),
                List.of(Suite.read(SUITES.resolve(suite)).published()));
        return Document.of(named);
    }
}
