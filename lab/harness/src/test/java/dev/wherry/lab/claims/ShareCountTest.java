package dev.wherry.lab.claims;

import static dev.wherry.lab.claims.Runs.cell;
import static dev.wherry.lab.claims.Runs.judge;
import static dev.wherry.lab.results.JudgedClaim.Outcome.CONTRADICTED;
import static dev.wherry.lab.results.JudgedClaim.Outcome.NOT_TESTABLE;
import static dev.wherry.lab.results.JudgedClaim.Outcome.REPRODUCED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Changed;
import dev.wherry.lab.results.JudgedClaim;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.LeftOut;
import dev.wherry.lab.results.Results.Terms;
import dev.wherry.lab.results.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a run has less than a claim speaks of. */
class ShareCountTest {
    private static final String NINE = """
        kind = "order"
        figure = "calls per second"
        groups = [["a"], ["b"]]
        exceptions = 2
        at = [%s]
        """.formatted(LongStream.rangeClosed(1, 9)
            .mapToObj("{ workload = \"w\", threads = %d }"::formatted)
            .collect(Collectors.joining(", ")));

    @TempDir
    Path folder;

    /** a is ahead of b but at these. */
    private static Cell[] cells(List<Long> threads, List<Long> behind) {
        List<Cell> cells = new ArrayList<>();
        for (long each : threads) {
            double a = behind.contains(each) ? 1 : 100;
            cells.add(cell("a", Map.of("threads", each), a, a + 1, a + 2));
            cells.add(cell("b", Map.of("threads", each), 10, 11, 12));
        }
        return cells.toArray(Cell[]::new);
    }

    @Test
    void isJudgedOnAThirdOfItsPointsAndSaysOnHowMany() {
        JudgedClaim claim = judge(folder, NINE, cells(List.of(1L, 5L, 9L), List.of()));
        assertThat(claim.verdict()).isEqualTo(REPRODUCED);
        assertThat(claim.today()).startsWith("At 3 of 9 points: It holds in 3 of 3: threads 1: a 101 calls/s");
        assertThat(judge(
                                folder,
                                NINE,
                                cells(LongStream.rangeClosed(1, 9).boxed().toList(), List.of()))
                        .today())
                .startsWith("It holds in 9 of 9");
    }

    @Test
    void cannotBeTestedOnLessAndSaysWhatIsLackingOnce() {
        JudgedClaim claim = judge(folder, NINE, cells(List.of(1L, 9L), List.of()));
        assertThat(claim.verdict()).isEqualTo(NOT_TESTABLE);
        assertThat(claim.today())
                .isEqualTo(
                        "w, threads 2; w, threads 3; w, threads 4; and 4 more: not in this quick run (--preset full).");
    }

    @Test
    void saysWhichValuesItWasToldThatLeaveNoPoint() {
        Results run = Runs.results("quick", List.of(), cells(List.of(1L, 9L), List.of()));
        Results told =
                Changed.of(run, Map.of("terms", List.of(new Terms("s", Map.of("threads", List.of(1L, 9L)), false))));
        assertThat(judge(folder, NINE, told).today())
                .isEqualTo("w, threads 2; w, threads 3; w, threads 4; and 4 more: excluded by --param.");
        Results other = Changed.of(run, Map.of("terms", List.of(new Terms("s", Map.of("size", List.of(1L)), false))));
        assertThat(judge(folder, NINE, other).today()).endsWith(" (--preset full).");
    }

    @Test
    void allowsFewerExceptionsOfFewerPoints() {
        List<Long> all = LongStream.rangeClosed(1, 9).boxed().toList();
        assertThat(judge(folder, NINE, cells(all, List.of(1L, 2L))).verdict()).isEqualTo(REPRODUCED);
        List<Long> five = List.of(1L, 2L, 3L, 4L, 9L);
        assertThat(judge(folder, NINE, cells(five, List.of(1L))).verdict()).isEqualTo(REPRODUCED);
        assertThat(judge(folder, NINE, cells(five, List.of(1L, 2L))).verdict()).isEqualTo(CONTRADICTED);
        assertThat(judge(folder, NINE, cells(five, List.of())).rule())
                .endsWith(", for all points but 2 of 9 (of fewer in proportion)");
    }

    @Test
    void sparesNoPointThatFailed() {
        List<Cell> cells = new ArrayList<>(List.of(cells(List.of(1L, 5L, 9L), List.of())));
        cells.add(cell("a", Map.of("threads", 2L), Verdict.FAILED, "it hung", List.of()));
        cells.add(cell("b", Map.of("threads", 2L), 10, 11, 12));
        JudgedClaim claim = judge(folder, NINE, cells.toArray(Cell[]::new));
        assertThat(claim.verdict()).isEqualTo(NOT_TESTABLE);
        assertThat(claim.today()).isEqualTo("a, w, threads 2: failed: it hung.");
    }

    @Test
    void tellsWhatThePresetLeavesOutAndWhatNobodyAskedFor() {
        Cell[] onlyA = {cell("a", Map.of("threads", 1L), 1, 2, 3)};
        assertThat(judge(folder, NINE, onlyA).today())
                .isEqualTo(
                        "b: not asked for (--system); w, threads 2; w, threads 3; w, threads 4; and 5 more: not in this"
                                + " quick run (--preset full).");
        Results run = Runs.results("quick", List.of(), onlyA);
        Results leftOut = Changed.of(run, Map.of("leftOut", List.of(new LeftOut("s", List.of("b"), List.of()))));
        assertThat(judge(folder, NINE, leftOut).today()).contains("b: not named by the preset quick (--system)");
        String elsewhere = NINE.replace("\"w\"", "\"v\"");
        assertThat(judge(folder, elsewhere, cells(List.of(1L), List.of())).today())
                .isEqualTo("v: not in this quick run (--workload).");
    }

    @Test
    void namesAFewOfManyThatFailed() {
        Cell[] failed = LongStream.rangeClosed(1, 9)
                .mapToObj(threads -> List.of(
                        cell("a", Map.of("threads", threads), Verdict.FAILED, "it hung", List.of()),
                        cell("b", Map.of("threads", threads), 1, 2, 3)))
                .flatMap(List::stream)
                .toArray(Cell[]::new);
        assertThat(judge(folder, NINE, failed).today())
                .isEqualTo("a, w, threads 1; a, w, threads 2; a, w, threads 3; and 6 more: failed: it hung.");
    }

    @Test
    void takesEachValueOfAParameterForAPairOfPlaces() {
        String test = """
            kind = "change"
            figure = "calls per second"
            systems = ["a"]
            from = { workload = "w", size = 1 }
            to = { workload = "w", size = 2 }
            each = { param = "threads", values = [1, 2, 3, 4, 5] }
            is = "no higher"
            """;
        List<Cell> cells = new ArrayList<>();
        for (long threads : List.of(1L, 5L)) {
            cells.add(cell("a", Map.of("threads", threads, "size", 1L), 10, 11, 12));
            cells.add(cell("a", Map.of("threads", threads, "size", 2L), 10 * threads, 11 * threads, 12 * threads));
        }
        cells.add(cell("a", Map.of("threads", 2L, "size", 1L), 10, 11, 12));
        JudgedClaim claim = judge(folder, test, cells.toArray(Cell[]::new));
        assertThat(claim.verdict()).isEqualTo(CONTRADICTED);
        assertThat(claim.today())
                .startsWith(
                        "At 2 of 5 points: It holds in 1 of 2: threads 1: a 11.0 calls/s at size 1 and 11.0 calls/s")
                .contains("threads 5: a 11.0 calls/s at size 1 and 55.0 calls/s at size 2, 5.0 times as high")
                .doesNotContain("threads 2");
    }

    @Test
    void wantsBothEndsOfALine() {
        String test = """
            kind = "linear"
            figure = "mean latency"
            system = "a"
            at = { workload = "w" }
            along = "threads"
            values = [1, 2, 3, 4, 5, 6]
            unit = "thread"
            determination = 0.9
            """;
        JudgedClaim without = judge(folder, test, line(1, 2, 3, 4));
        assertThat(without.verdict()).isEqualTo(NOT_TESTABLE);
        assertThat(without.today()).contains("a line needs 4, 1 and 6 among them (--preset full)");
        Results told = Changed.of(
                Runs.results("quick", List.of(), line(1, 2, 3, 4)),
                Map.of("terms", List.of(new Terms("s", Map.of("threads", List.of(1L, 2L, 3L, 4L)), false))));
        assertThat(judge(folder, test, told).today()).endsWith("among them (without --param threads).");
        JudgedClaim with = judge(folder, test, line(1, 2, 4, 6));
        assertThat(with.verdict()).isEqualTo(REPRODUCED);
        assertThat(with.today()).startsWith("At 4 of 6 points: 1.00 s for threads 1");
    }

    private static Cell[] line(long... threads) {
        return LongStream.of(threads)
                .mapToObj(each -> cell("a", Map.of("threads", each), 1.0 / each, 1.0 / each, 1.0 / each))
                .toArray(Cell[]::new);
    }
}
