package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Results;
import dev.wherry.lab.suite.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The suites' own data, as the page prints it. */
class PublishedFiguresTest {
    private static final Path SUITES = Path.of("../suites");
    private static final Pattern TABLE =
            Pattern.compile("^(throughput|latencyNanos) = \\[.*?^\\]", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern ROW = Pattern.compile("\\[\\d+, ([\\d.]+), ([\\d.]+), (-?\\d+)\\]");

    @Test
    void standOnThePageDigitForDigitInRowsAsTheyWerePrinted() throws IOException {
        String page = page("mobility");
        List<String> tables = TABLE.matcher(Files.readString(SUITES.resolve("mobility/published.toml")))
                .results()
                .map(MatchResult::group)
                .toList();

        assertThat(tables).hasSize(4);
        for (String table : tables) {
            List<MatchResult> rows = ROW.matcher(table).results().toList();
            assertThat(rows).hasSizeGreaterThanOrEqualTo(4);
            assertThat(page)
                    .contains(cells(rows, row -> row.group(1)))
                    .contains(cells(rows, row -> row.group(2)))
                    .contains(cells(rows, row -> row.group(3) + "%"));
        }
    }

    /** A row of the printed table is a column of the page's. */
    private static String cells(List<MatchResult> rows, Function<MatchResult, String> figure) {
        return rows.stream().map(row -> "<td>" + figure.apply(row) + "</td>").collect(Collectors.joining());
    }

    @Test
    void standOnThePageWhereThereIsALatencyAndNoRate() throws IOException {
        assertThat(page("ejb"))
                .contains(
                        "<td>120800</td><td>115680</td>",
                        "<td>237100</td><td>229990</td>",
                        "<td>2513000</td><td>1764680</td>")
                .contains("<td>200000</td><td>190000</td><td>188000</td><td>186200</td><td>196080</td>")
                .contains("runs-in-one-program: mean latency", "data branch of its repository")
                .contains("runs: mean latency")
                .doesNotContain("runs: throughput");
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
        Results named = new Results(
                results.schema(),
                results.preset(),
                results.baseline(),
                results.machine(),
                List.of(Samples.in(suite, results.cells().getFirst())),
                results.absent(),
                List.of(Suite.read(SUITES.resolve(suite)).published()));
        return Document.of(named);
    }
}
