package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Printed;
import dev.wherry.lab.results.Printed.Column;
import dev.wherry.lab.results.Printed.Per;
import dev.wherry.lab.results.Published;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SheetTest {
    private static final Printed BY_SIZE = new Printed(
            "Timing",
            "seconds",
            "calls",
            Per.CALL,
            Map.of(),
            List.of(
                    new Column(null, "1st(0)", "first", true, null, null, null),
                    new Column("items", "0", "by-size", false, "items", 0L, "rmi"),
                    new Column("items", "10", "by-size", false, "items", 10L, "rmi"),
                    new Column("items", "30", "by-size", false, "items", 30L, "rmi")),
            List.of(
                    List.of("5", "0.030", "0.010", "0.020", "0.040"),
                    List.of("avrg", "0.030", "0.010", "0.020", "0.040")));
    private static final Printed RUNS = new Printed(
            "Runs",
            "milliseconds",
            "calls",
            Per.RUN,
            Map.of(),
            List.of(new Column(null, "then", "runs", false, null, null, "a")),
            List.of(List.of("1000", "120.8")));

    @Test
    void hasAColumnForEachSizeAndARowForEachLoopWithAverageAndDeviation() {
        Sheet today = sheets(BY_SIZE, bySize()).sheets().get(1);

        assertThat(today.name()).isEqualTo("rmi");
        assertThat(today.groups()).containsExactly(new Sheet.Group("", 1), new Sheet.Group("items", 3));
        assertThat(today.headings()).containsExactly("1st(0)", "0", "20", "40");
        assertThat(texts(today))
                .containsExactly(
                        List.of("5", "9,000", "100", "300", "500"),
                        List.of("10", "7,000", "200", "400", "600"),
                        List.of("avrg", "8,000", "150", "350", "550"),
                        List.of("sdev", "1,000", "50.0", "50.0", "50.0"));
    }

    @Test
    void drawsALineThroughTheAveragesOfThenAndOfToday() {
        List<Sheet> sheets = sheets(BY_SIZE, bySize()).sheets();

        assertThat(sheets.get(0).line())
                .isEqualTo("Line of least squares through the averages: slope 0.00100 seconds for each of items,"
                        + " intercept 0.0100 seconds, r² 1.0000");
        assertThat(sheets.get(1).line())
                .isEqualTo("Line of least squares through the averages: slope 10.0 µs for each of items,"
                        + " intercept 150 µs, r² 1.0000");
    }

    @Test
    void drawsTheAveragesOfThenAndOfTodayBesideEachOtherWithTheLeastAndTheGreatestRow() {
        Plot then = sheets(BY_SIZE, bySize()).plots().get(0);
        Plot now = sheets(BY_SIZE, bySize()).plots().get(1);

        assertThat(then.x()).containsExactly("0", "10", "30");
        assertThat(List.of(then.unit(), now.unit())).as("one unit for both").containsOnly("µs");
        assertThat(then.series()).singleElement().satisfies(line -> {
            assertThat(line.name()).isEqualTo("rmi then");
            assertThat(line.slot()).as("the colour of today's").isEqualTo(0);
            assertThat(line.points())
                    .containsExactly(
                            new Plot.Point(0, 10_000, 10_000, 10_000),
                            new Plot.Point(1, 20_000, 20_000, 20_000),
                            new Plot.Point(2, 40_000, 40_000, 40_000));
        });
        assertThat(now.x()).containsExactly("0", "20", "40");
        assertThat(now.series()).singleElement().satisfies(line -> {
            assertThat(line.name()).isEqualTo("rmi");
            assertThat(line.points().get(1).median()).isCloseTo(350, within(1e-6));
            assertThat(line.points().get(1).min()).isCloseTo(300, within(1e-6));
            assertThat(line.points().get(1).max()).isCloseTo(400, within(1e-6));
            assertThat(line.fit().getLast()).as("on the line of least squares").isCloseTo(550, within(1e-6));
        });
    }

    @Test
    void drawsTheTimesOfRunsThenAndTodayForEachCall() {
        List<Plot> plots = sheets(
                        RUNS, List.of(cell("runs", "a", Map.of("calls", 1000L), List.of(round(1, 1000, 1, false)))))
                .plots();
        assertThat(plots).extracting(Plot::title).containsExactly("Published then", "Measured today");
        assertThat(plots).extracting(Plot::unit).containsOnly("ns");
        assertThat(plots.getFirst().series())
                .containsExactly(new Plot.Line("then then", 0, List.of(new Plot.Point(0, 120_800, 120_800, 120_800))));
    }

    @Test
    void drawsTheAveragesOfTasksFirstCallsApartFromTheNextOnes() {
        Printed tasks = new Printed(
                "Timing",
                "seconds",
                "calls",
                Per.CALL,
                Map.of(),
                List.of(
                        new Column("remote", "1st", "first-remote", true, null, null, "rmi"),
                        new Column("remote", "next", "remote", false, null, null, "rmi"),
                        new Column("bind", "next", "bind", false, null, null, "rmi")),
                List.of(
                        List.of("5", "0.040", "0.010", "0.050"),
                        List.of("10", "0.060", "0.030", "0.050"),
                        List.of("avrg", "0.050", "0.020", "0.050")));
        List<Plot> plots = sheets(
                        tasks,
                        List.of(
                                cell("first-remote", "rmi", Map.of("calls", 1L), List.of(round(1, 1, 9e-3, false))),
                                cell("remote", "rmi", Map.of("calls", 5L), List.of(round(1, 5, 5e-4, false))),
                                cell("remote", "rmi", Map.of("calls", 10L), List.of(round(1, 10, 3e-3, false)))))
                .plots();

        assertThat(plots)
                .extracting(Plot::title)
                .containsExactly(
                        "Published then, 1st", "Measured today, 1st", "Published then, next", "Measured today, next");
        assertThat(plots).extracting(Plot::id).doesNotHaveDuplicates();
        assertThat(plots.get(0).x()).containsExactly("remote");
        assertThat(plots.get(2).x()).containsExactly("remote", "bind");
        assertThat(plots.get(2).series()).singleElement().satisfies(line -> {
            assertThat(line.name()).isEqualTo("rmi then");
            assertThat(line.points())
                    .containsExactly(
                            new Plot.Point(0, 20_000, 10_000, 30_000), new Plot.Point(1, 50_000, 50_000, 50_000));
        });
        assertThat(plots.get(3).x()).as("nobody was asked to bind").containsExactly("remote");
        assertThat(plots.get(3).series()).singleElement().satisfies(line -> {
            assertThat(line.points().getFirst().median()).isCloseTo(200, within(1e-6));
            assertThat(line.points().getFirst().max()).isCloseTo(300, within(1e-6));
            assertThat(line.fit()).isEmpty();
        });
    }

    @Test
    void hasTheFirstCallsOfTheSizeThatTheOriginalPrintedAndNoOthers() {
        Printed first = new Printed(
                "Timing",
                "seconds",
                "calls",
                Per.CALL,
                Map.of(),
                List.of(
                        new Column(null, "1st(0)", "first", true, "items", 0L, null),
                        new Column("items", "0", "by-size", false, "items", 0L, "rmi")),
                List.of(List.of("5", "0.030", "0.010"), List.of("avrg", "0.030", "0.010")));
        List<Cell> cells = List.of(
                cell("first", "rmi", Map.of("items", 0L, "calls", 1L), List.of(round(1, 1, 9e-3, false))),
                cell("first", "rmi", Map.of("items", 10L, "calls", 1L), List.of(round(1, 1, 5e-3, false))),
                cell("by-size", "rmi", Map.of("items", 0L, "calls", 5L), List.of(round(1, 5, 5e-4, false))));
        Sheet today = sheets(first, cells).sheets().get(1);

        assertThat(today.headings()).containsExactly("1st(0)", "0");
        assertThat(texts(today).getFirst()).containsExactly("5", "9,000", "100");
        assertThat(texts(today).get(1)).containsExactly("avrg", "9,000", "100");
        assertThat(Sheet.of(first).line()).isEmpty();
    }

    @Test
    void takesTheMedianOverTheRounds() {
        List<Round> rounds = List.of(round(1, 5, 5e-4, false), round(2, 5, 1e-3, false), round(3, 5, 9e-3, false));
        Sheet today = sheets(BY_SIZE, List.of(cell("by-size", "rmi", Map.of("items", 0L, "calls", 5L), rounds)))
                .sheets()
                .get(1);

        assertThat(texts(today).getFirst()).containsExactly("5", "200");
        assertThat(today.line()).isEmpty();
    }

    @Test
    void marksWhatWasCapped() throws IOException {
        Results results = results(
                BY_SIZE,
                List.of(cell("by-size", "rmi", Map.of("items", 0L, "calls", 5L), List.of(round(1, 2, 2e-4, true)))));

        assertThat(Document.of(results)).contains("<td>100<small class=\"trouble\">capped</small></td>");
    }

    @Test
    void showsTheOriginalDigitForDigitAndInPlaceOfPictures() throws IOException {
        String page = Document.of(results(BY_SIZE, bySize()));

        assertThat(page)
                .contains("<th scope=\"row\">5</th><td>0.030</td><td>0.010</td><td>0.020</td><td>0.040</td>")
                .contains("<tr class=\"summary\"><th scope=\"row\">avrg</th>")
                .doesNotContain("Its text holds no figures");
    }

    @Test
    void averagesRunsWithTheFirstAndWithoutIt() {
        List<Round> rounds =
                List.of(round(1, 1000, 0.9, false), round(2, 1000, 0.2, false), round(3, 1000, 0.4, false));
        Sheet today = sheets(
                        RUNS,
                        List.of(
                                cell("runs", "a", Map.of("calls", 1000L), rounds),
                                cell("runs", "b", Map.of("calls", 1000L), rounds.subList(0, 1))))
                .sheets()
                .get(1);

        assertThat(today.groups()).containsExactly(new Sheet.Group("a", 2), new Sheet.Group("b", 2));
        assertThat(texts(today)).containsExactly(List.of("1000", "500", "300", "900", "–"));
    }

    @Test
    void tellsInBracketsWhatACappedRunWouldHaveTaken() {
        List<Round> rounds = List.of(round(1, 1000, 0.9, false), round(2, 100, 0.2, true));
        Sheet today = sheets(RUNS, List.of(cell("runs", "a", Map.of("calls", 1000L), rounds)))
                .sheets()
                .get(1);

        assertThat(today.rows().getFirst().entries())
                .containsExactly(new Sheet.Entry("[1,450]", "capped"), new Sheet.Entry("[2,000]", "capped"));
    }

    /** A table of the original with today's. */
    static Results printed() {
        return results(BY_SIZE, bySize());
    }

    private static List<Cell> bySize() {
        List<Cell> cells = new ArrayList<>();
        for (long items : List.of(0L, 20L, 40L)) {
            for (long calls : List.of(5L, 10L)) {
                double seconds = calls * (calls == 5 ? 1e-4 : 2e-4) + calls * items * 1e-5;
                cells.add(cell(
                        "by-size",
                        "rmi",
                        Map.of("items", items, "calls", calls),
                        List.of(round(1, calls, seconds, false))));
            }
        }
        cells.add(cell(
                "first",
                "rmi",
                Map.of("items", 0L, "calls", 1L),
                List.of(round(1, 1, 9e-3, false), round(2, 1, 7e-3, false))));
        return cells;
    }

    private static Cell cell(String workload, String system, Map<String, Long> params, List<Round> rounds) {
        return Samples.of(workload, Samples.cell(system, params, rounds, List.of()));
    }

    private static List<List<String>> texts(Sheet sheet) {
        return sheet.rows().stream()
                .map(row -> {
                    List<String> texts = new ArrayList<>(List.of(row.label()));
                    row.entries().forEach(entry -> texts.add(entry.value()));
                    return texts;
                })
                .map(List::copyOf)
                .toList();
    }

    private static PublishedTable sheets(Printed printed, List<Cell> cells) {
        Results results = results(printed, cells);
        return Chapter.of(results, new Series(results)).getFirst().tables().getFirst();
    }

    private static Results results(Printed printed, List<Cell> cells) {
        return Samples.results(
                "quick",
                null,
                cells,
                List.of(new Published(
                        "mobility", "title", "source", "machine", "method", List.of(), List.of(), List.of(printed))));
    }
}
