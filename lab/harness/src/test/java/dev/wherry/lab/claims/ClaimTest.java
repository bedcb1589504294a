package dev.wherry.lab.claims;

import static dev.wherry.lab.claims.Runs.cell;
import static dev.wherry.lab.claims.Runs.judge;
import static dev.wherry.lab.claims.Runs.round;
import static dev.wherry.lab.results.JudgedClaim.Outcome.CONTRADICTED;
import static dev.wherry.lab.results.JudgedClaim.Outcome.INCONCLUSIVE;
import static dev.wherry.lab.results.JudgedClaim.Outcome.NOT_TESTABLE;
import static dev.wherry.lab.results.JudgedClaim.Outcome.REPRODUCED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.JudgedClaim;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.Absent;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimTest {
    private static final String COMPARE = """
        kind = "compare"
        figure = "calls per second"
        system = "a"
        than = "b"
        is = "higher"
        at = [{ workload = "w", threads = 1 }]
        """;
    private static final Map<String, Long> ONE = Map.of("threads", 1L, "size", 1L);

    @TempDir
    Path folder;

    private static Map<String, Long> threads(long number) {
        return Map.of("threads", number);
    }

    private JudgedClaim compare(double... a) {
        return judge(folder, COMPARE, cell("a", ONE, a), cell("b", ONE, 1000, 1010, 1020));
    }

    @Test
    void isReproducedWhereThreeRoundsAreWhollyApartFromThree() {
        JudgedClaim claim = compare(1100, 1090, 1150);
        assertThat(claim.verdict()).isEqualTo(REPRODUCED);
        assertThat(claim.today()).isEqualTo("threads 1: a 1,100 calls/s and b 1,010 calls/s, 8.9 % higher.");
        assertThat(claim.published()).isEqualTo("9%");
        assertThat(claim.rule()).isEqualTo("significantly higher");
        assertThat(claim.sentence()).isEqualTo("It is so.");
    }

    @Test
    void isNotPutToCellsWhoseCallsWereOfferedAtARate() {
        Map<String, Long> atARate = Map.of("threads", 1L, "rate", 1000L);
        JudgedClaim claim =
                judge(folder, COMPARE, cell("a", atARate, 3000, 3000, 3000), cell("b", atARate, 1000, 1010, 1020));
        assertThat(claim.verdict()).isEqualTo(NOT_TESTABLE);
        assertThat(claim.today()).contains("threads 1: calls were offered at a rate");
    }

    @Test
    void isInconclusiveWhereADirectionHoldsWithinTheSpreadOfTheRounds() {
        JudgedClaim claim = compare(1100, 1015, 1150);
        assertThat(claim.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(claim.today()).contains("8.9 % higher (not significant)");
    }

    @Test
    void isContradictedByTheOtherDirection() {
        JudgedClaim claim = compare(300, 310, 320);
        assertThat(claim.verdict()).isEqualTo(CONTRADICTED);
        assertThat(claim.today()).contains("69 % lower");
    }

    @Test
    void isContradictedByLessThanItAsksFor() {
        Cell b = cell("b", ONE, 1000, 1010, 1020);
        assertThat(judge(folder, COMPARE + "atLeastPercent = 25", cell("a", ONE, 1100, 1090, 1150), b)
                        .verdict())
                .isEqualTo(CONTRADICTED);
        assertThat(judge(folder, COMPARE + "atLeastPercent = 25", cell("a", ONE, 1400, 1390, 1450), b)
                        .verdict())
                .isEqualTo(REPRODUCED);
    }

    @Test
    void saysTimesWhereThePercentageIsLarge() {
        assertThat(compare(3434, 3434, 3434).today()).contains("3.4 times as high");
    }

    @Test
    void cannotBeTestedWhereASystemOrAPointIsMissing() {
        Cell a = cell("a", ONE, 1, 2, 3);
        JudgedClaim missing = judge(folder, COMPARE, a, cell("b", threads(2), 1, 2, 3));
        assertThat(missing.verdict()).isEqualTo(NOT_TESTABLE);
        assertThat(missing.today()).isEqualTo("b, w, threads 1: not part of this run.");
        Absent absent = new Absent("b", "B_HOME is not set", "set it");
        assertThat(judge(folder, COMPARE, Runs.results("quick", List.of(absent), a))
                        .today())
                .isEqualTo("b: not on this machine (B_HOME is not set).");
    }

    @Test
    void cannotBeTestedWhereACellFailedOrAnsweredWrongly() {
        Cell a = cell("a", ONE, 1, 2, 3);
        Cell failed = cell("b", ONE, Verdict.DID_NOT_CONFORM, "sent 1, got 2\nat line 7", List.of());
        assertThat(judge(folder, COMPARE, a, failed).today())
                .isEqualTo("b, w, threads 1: did not conform: sent 1, got 2.");
        Cell wrong = cell("b", ONE, Verdict.MEASURED, null, List.of(round(1, 1, 0), round(2, 1, 4), round(3, 1, 0)));
        assertThat(judge(folder, COMPARE, a, wrong).today()).contains("4 of its timed calls went wrong");
    }

    @Test
    void cannotBeTestedByRunsThatWereCutShort() {
        Map<String, Long> run = Map.of("threads", 1L, "calls", 1_000_000L);
        List<Round> whole = List.of(round(1, 5, 0), round(2, 5, 0), round(3, 5, 0));
        List<Round> cut = whole.stream().map(Runs::cutShort).toList();
        Cell a = cell("a", run, Verdict.MEASURED, null, whole);
        assertThat(judge(folder, COMPARE, a, cell("b", run, Verdict.MEASURED, null, cut))
                        .today())
                .isEqualTo("b, w, threads 1: its time was over before all calls were made (--uncapped).");
        assertThat(judge(folder, COMPARE, a, cell("b", run, Verdict.MEASURED, null, whole))
                        .verdict())
                .isEqualTo(INCONCLUSIVE);
    }

    @Test
    void saysThatItRestsOnCellsThatWereCapped() {
        List<Round> cut = List.of(round(1, 5, 0), round(2, 5, 0), round(3, 5, 0)).stream()
                .map(Runs::cutShort)
                .toList();
        JudgedClaim claim =
                judge(folder, COMPARE, cell("a", ONE, 7, 8, 9), cell("b", ONE, Verdict.MEASURED, null, cut));
        assertThat(claim.verdict()).isEqualTo(REPRODUCED);
        assertThat(claim.today())
                .endsWith("1 of the 2 cells behind it was capped, whose time was over before all their calls were made"
                        + " (--uncapped): the least of their rounds made 100 calls.");
    }

    @Test
    void cannotBeTestedByFewerThanThreeRoundsNorByASmokeRun() {
        Cell a = cell("a", ONE, 1, 2, 3);
        assertThat(judge(folder, COMPARE, a, cell("b", ONE, 5, 6)).today())
                .contains("2 rounds, and a significant difference takes 3");
        JudgedClaim smoke = judge(folder, COMPARE, Runs.results("smoke", List.of(), a, cell("b", ONE, 5, 6, 7)));
        assertThat(smoke.verdict()).isEqualTo(NOT_TESTABLE);
        assertThat(smoke.today()).contains("smoke");
    }

    @Test
    void cannotBeTestedWhereNobodyCould() {
        JudgedClaim claim = judge(folder, "kind = \"untestable\"\nwhy = \"There is one machine.\"");
        assertThat(claim.verdict()).isEqualTo(NOT_TESTABLE);
        assertThat(claim.today()).isEqualTo("There is one machine.");
        assertThat(claim.rule()).isNull();
    }

    @Test
    void takesTheRoundsOfAllValuesOfAParameterThatIsLeftOpen() {
        String test = COMPARE.replace(", threads = 1", "");
        JudgedClaim claim = judge(
                folder,
                test,
                cell("a", threads(1), 10, 11, 12),
                cell("a", threads(2), 20, 21, 22),
                cell("b", threads(1), 1, 2, 3),
                cell("b", threads(2), 4, 5, 6));
        assertThat(claim.verdict()).isEqualTo(REPRODUCED);
        assertThat(claim.today()).startsWith("w: a 16.0 calls/s and b 3.50 calls/s");
    }

    @Test
    void comparesOneSystemAtTwoPlacesAndAllowsExceptions() {
        String test = """
            kind = "change"
            figure = "calls per second"
            systems = ["a", "b"]
            from = { workload = "w", threads = 10 }
            to = { workload = "w", threads = 20 }
            is = "lower"
            """;
        Cell[] cells = {
            cell("a", threads(10), 1000, 1001, 1002),
            cell("a", threads(20), 934, 935, 936),
            cell("b", threads(10), 1000, 1001, 1002),
            cell("b", threads(20), 1000, 1001, 1002)
        };
        JudgedClaim all = judge(folder, test, cells);
        assertThat(all.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(all.today())
                .startsWith(
                        "It holds in 1 of 2: a 1,001 calls/s at threads 10 and 935 calls/s at threads 20, 6.6 % lower");
        assertThat(judge(folder, test + "exceptions = 1", cells).verdict()).isEqualTo(REPRODUCED);
    }

    @Test
    void isContradictedByAFarGreaterChangeThanItSpeaksOf() {
        String test = """
            kind = "change"
            figure = "calls per second"
            systems = ["a"]
            from = { workload = "w", threads = 10 }
            to = { workload = "w", threads = 20 }
            is = "lower"
            """;
        Cell ten = cell("a", threads(10), 1000, 1001, 1002);
        Cell gently = cell("a", threads(20), 934, 935, 936);
        Cell steeply = cell("a", threads(20), 560, 561, 562);
        String gentle = test + "atMostPercent = 15";
        assertThat(judge(folder, test, ten, steeply).verdict()).isEqualTo(REPRODUCED);
        assertThat(judge(folder, gentle, ten, steeply).verdict()).isEqualTo(CONTRADICTED);
        assertThat(judge(folder, gentle, ten, gently).verdict()).isEqualTo(REPRODUCED);
        assertThat(judge(folder, gentle, ten, cell("a", threads(20), 999, 1000.5, 1001.5))
                        .verdict())
                .as("near, and no significant difference")
                .isEqualTo(INCONCLUSIVE);
        assertThat(judge(folder, gentle, ten, gently).rule())
                .isEqualTo("at the second point significantly lower, and by at most 15 %");
    }

    @Test
    void judgesTheRestWhereASystemLacksThatMay() {
        String change = """
            kind = "change"
            figure = "calls per second"
            systems = ["a", "b"]
            from = { workload = "w", threads = 10 }
            to = { workload = "w", threads = 20 }
            is = "lower"
            """;
        String slowing = """
            kind = "slowing"
            figure = "calls per second"
            systems = ["a", "b"]
            along = [{ workload = "w", threads = 10 }, { workload = "w", threads = 20 }, { workload = "w", threads = 30 }]
            """;
        Cell[] cells = {
            cell("a", threads(10), 1000, 1001, 1002),
            cell("a", threads(20), 934, 935, 936),
            cell("a", threads(30), 904, 905, 906),
            cell("b", threads(10), 1000, 1001, 1002)
        };
        for (String test : List.of(change, slowing)) {
            assertThat(judge(folder, test, cells).verdict()).isEqualTo(NOT_TESTABLE);
            JudgedClaim without = judge(folder, test + "mayLack = [\"b\"]", cells);
            assertThat(without.verdict()).isEqualTo(REPRODUCED);
            assertThat(without.today())
                    .startsWith("a ")
                    .contains(". Judged without some: b, w, threads 20", ": not part of this run");
            assertThatThrownBy(() -> judge(folder, test + "mayLack = [\"a\", \"b\"]", cells))
                    .hasMessageContaining("needs a system that may not lack");
        }
    }

    @Test
    void looksWhetherASecondDeclineIsSmallerThanTheFirst() {
        String test = """
            kind = "slowing"
            figure = "calls per second"
            systems = ["a"]
            along = [{ workload = "w", threads = 10 }, { workload = "w", threads = 20 }, { workload = "w", threads = 30 }]
            """;
        Cell ten = cell("a", threads(10), 1000, 1001, 1002);
        Cell twenty = cell("a", threads(20), 934, 935, 936);
        JudgedClaim less = judge(folder, test, ten, twenty, cell("a", threads(30), 904, 905, 906));
        assertThat(less.verdict()).isEqualTo(REPRODUCED);
        assertThat(less.today()).isEqualTo("a 6.6 % lower to threads 20 and 3.2 % lower to threads 30.");
        assertThat(judge(folder, test, ten, twenty, cell("a", threads(30), 800, 801, 802))
                        .verdict())
                .isEqualTo(CONTRADICTED);
        assertThat(judge(folder, test, ten, twenty, cell("a", threads(30), 950, 951, 952))
                        .verdict())
                .as("it rises again")
                .isEqualTo(CONTRADICTED);
        assertThat(judge(folder, test, ten, twenty, cell("a", threads(30), 933, 934.5, 935.5))
                        .verdict())
                .as("it falls within the spread")
                .isEqualTo(INCONCLUSIVE);
    }

    @Test
    void looksWhetherAGapWidens() {
        String test = """
            kind = "gap"
            figure = "calls per second"
            system = "a"
            than = "b"
            is = "higher"
            from = { workload = "w", threads = 1 }
            to = { workload = "w", threads = 16 }
            """;
        Cell a1 = cell("a", threads(1), 109, 110, 111);
        Cell b1 = cell("b", threads(1), 100, 100, 100);
        Cell b16 = cell("b", threads(16), 50, 50, 50);
        JudgedClaim wider = judge(folder, test, a1, b1, b16, cell("a", threads(16), 87, 88, 89));
        assertThat(wider.verdict()).isEqualTo(REPRODUCED);
        assertThat(wider.today()).isEqualTo("a beside b: 10 % higher at threads 1, 76 % higher at threads 16.");
        assertThat(judge(folder, test, a1, b1, b16, cell("a", threads(16), 54, 55, 60))
                        .verdict())
                .as("within the spread")
                .isEqualTo(INCONCLUSIVE);
        assertThat(judge(folder, test, a1, b1, b16, cell("a", threads(16), 20, 21, 22))
                        .verdict())
                .as("wider, the other way")
                .isEqualTo(CONTRADICTED);
        assertThat(judge(folder, test, cell("a", threads(1), 80, 81, 82), b1, b16, cell("a", threads(16), 87, 88, 89))
                        .verdict())
                .as("from far behind to ahead")
                .isEqualTo(CONTRADICTED);
    }

    @Test
    void looksAtTheOrderOfGroupsAndNamesWhoIsLacking() {
        String test = """
            kind = "order"
            figure = "mean latency"
            groups = [["a"], ["b", "c"]]
            at = [{ workload = "w", threads = 1 }]
            mayLack = ["c"]
            """;
        Cell a = cell("a", ONE, 200, 201, 202);
        Cell b = cell("b", ONE, 100, 101, 102);
        JudgedClaim without = judge(folder, test, a, b);
        assertThat(without.verdict()).isEqualTo(REPRODUCED);
        assertThat(without.today())
                .isEqualTo(
                        "threads 1: a 4.98 ms; then b 9.90 ms. Judged without some:" + " c: not asked for (--system).");
        JudgedClaim wrong = judge(folder, test, a, b, cell("c", ONE, 300, 301, 302));
        assertThat(wrong.verdict()).isEqualTo(CONTRADICTED);
        assertThat(wrong.today()).endsWith("then c 3.32 ms, b 9.90 ms, but c is ahead of a.");
        JudgedClaim level = judge(folder, test, a, b, cell("c", ONE, 199, 201, 203));
        assertThat(level.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(level.today()).endsWith("but a and c do not differ significantly.");
        assertThat(judge(folder, test, b).verdict()).isEqualTo(NOT_TESTABLE);
        assertThat(judge(folder, test, a).verdict()).as("nobody to be ahead of").isEqualTo(NOT_TESTABLE);
    }

    @Test
    void takesSystemsForAlikeWithinThePercentageOrWhereTheRoundsOverlap() {
        String test = COMPARE.replace("\"higher\"", "\"alike\"");
        Cell a = cell("a", ONE, 1000, 1001, 1002);
        assertThat(judge(folder, test + "atMostPercent = 5", a, cell("b", ONE, 1040, 1041, 1042))
                        .verdict())
                .isEqualTo(REPRODUCED);
        assertThat(judge(folder, test + "atMostPercent = 5", a, cell("b", ONE, 1140, 1141, 1142))
                        .verdict())
                .isEqualTo(CONTRADICTED);
        assertThat(judge(folder, test, a, cell("b", ONE, 1040, 1041, 1042)).verdict())
                .isEqualTo(CONTRADICTED);
        assertThat(judge(folder, test, a, cell("b", ONE, 900, 1041, 1042)).verdict())
                .isEqualTo(INCONCLUSIVE);
        assertThat(judge(folder, test, a, cell("b", ONE, 1003, 1004, 1005)).verdict())
                .isEqualTo(REPRODUCED);
    }

    @Test
    void findsNoDifferenceBelowASystemsDistanceFromItself() {
        Results apart =
                Runs.results("quick", List.of(), cell("a", ONE, 1100, 1090, 1150), cell("b", ONE, 1000, 1010, 1020));
        assertThat(Runs.judge(folder, COMPARE, apart, 8).verdict()).isEqualTo(REPRODUCED);
        assertThat(Runs.judge(folder, COMPARE, apart, 10).verdict()).isEqualTo(INCONCLUSIVE);
        String lower = COMPARE.replace("higher", "lower");
        assertThat(Runs.judge(folder, lower, apart, 8).verdict()).isEqualTo(CONTRADICTED);
        assertThat(Runs.judge(folder, lower, apart, 10).verdict()).isEqualTo(INCONCLUSIVE);
    }

    @Test
    void meetsNoToleranceBelowASystemsDistanceFromItself() {
        String test = COMPARE.replace("\"higher\"", "\"alike\"") + "atMostPercent = 5";
        Results near =
                Runs.results("quick", List.of(), cell("a", ONE, 1000, 1001, 1002), cell("b", ONE, 1020, 1021, 1022));
        assertThat(Runs.judge(folder, test, near, 4).verdict()).isEqualTo(REPRODUCED);
        assertThat(Runs.judge(folder, test, near, 6).verdict()).isEqualTo(INCONCLUSIVE);
    }

    @Test
    void cannotBeTestedByLessThanHalfOfTheOriginalsCalls() {
        Results run =
                Runs.results("quick", List.of(), cell("a", ONE, 1100, 1090, 1150), cell("b", ONE, 1000, 1010, 1020));
        Claim claim = Runs.read(folder, COMPARE).getFirst();
        assertThat(claim.judge("s", run, _ -> true, _ -> Optional.of(200L), 1).verdict())
                .isEqualTo(REPRODUCED);
        JudgedClaim few = claim.judge("s", run, _ -> true, _ -> Optional.of(201L), 1);
        assertThat(few.verdict()).isEqualTo(NOT_TESTABLE);
        assertThat(few.today())
                .isEqualTo("a, w, threads 1; b, w, threads 1: it made 300 of the original's 603 calls, less than half"
                        + " (--uncapped).");
    }

    @Test
    void takesASystemForSteadyLikewise() {
        String test = """
            kind = "change"
            is = "alike"
            figure = "time of a run"
            systems = ["a"]
            from = { workload = "w", threads = 5 }
            to = { workload = "w", threads = 30 }
            """;
        Cell five = cell("a", threads(5), 1000, 1001, 1002);
        Cell thirty = cell("a", threads(30), 980, 981, 982);
        assertThat(judge(folder, test, five, thirty).verdict()).isEqualTo(CONTRADICTED);
        JudgedClaim steady = judge(folder, test + "atMostPercent = 5", five, thirty);
        assertThat(steady.verdict()).isEqualTo(REPRODUCED);
        assertThat(steady.today()).isEqualTo("a 99.9 ms at threads 5 and 102 ms at threads 30, 2.0 % higher.");
        assertThat(steady.rule()).isEqualTo("the medians are at most 5 % apart");
        String through = test + "atMostPercent = 5\nthrough = [{ workload = \"w\", threads = 10 }]";
        assertThat(judge(folder, through, five, thirty).verdict()).isEqualTo(NOT_TESTABLE);
        assertThat(judge(folder, through, five, cell("a", threads(10), 970, 971, 972), thirty)
                        .verdict())
                .isEqualTo(REPRODUCED);
        JudgedClaim dips = judge(folder, through, five, cell("a", threads(10), 600, 601, 602), thirty);
        assertThat(dips.verdict()).as("apart between the two").isEqualTo(CONTRADICTED);
        assertThat(dips.today())
                .contains("at threads 10, 67 % higher; a 99.9 ms at threads 5 and 102 ms at threads 30");
    }

    @Test
    void fitsALineThroughTheMedians() {
        String test = """
            kind = "linear"
            figure = "mean latency"
            system = "a"
            at = { workload = "w" }
            along = "threads"
            values = [0, 10, 20, 40]
            unit = "thread"
            determination = 0.98
            """;
        Cell[] line = LongStream.of(0, 10, 20, 40)
                .mapToObj(
                        x -> cell("a", threads(x), 1e9 / (1000 + 50 * x), 1e9 / (1000 + 50 * x), 1e9 / (1000 + 50 * x)))
                .toArray(Cell[]::new);
        JudgedClaim linear = judge(folder, test, line);
        assertThat(linear.verdict()).isEqualTo(REPRODUCED);
        assertThat(linear.today())
                .isEqualTo("1.00 µs for threads 0 to 3.00 µs for threads 40; the line of least squares has 50.0 ns for"
                        + " each thread, r² 1.000.");
        Cell[] square = LongStream.of(0, 10, 20, 40)
                .mapToObj(x -> cell("a", threads(x), 1e9 / (1 + x * x), 1e9 / (1 + x * x), 1e9 / (1 + x * x)))
                .toArray(Cell[]::new);
        assertThat(judge(folder, test, square).verdict()).isEqualTo(CONTRADICTED);
        assertThat(judge(folder, test, line[0], line[1], line[2]).today())
                .contains("3 values of threads", "0 and 40 among them");
    }

    @Test
    void takesARefusalForWhatItIs() {
        String test = "kind = \"refused\"\nsystem = \"a\"\nat = { workload = \"w\", threads = 1 }";
        JudgedClaim refused = judge(folder, test, cell("a", ONE, Verdict.DID_NOT_CONFORM, "no payload", List.of()));
        assertThat(refused.verdict()).isEqualTo(REPRODUCED);
        assertThat(refused.today()).contains("no payload");
        assertThat(judge(folder, test, cell("a", ONE, 1, 2, 3)).verdict()).isEqualTo(CONTRADICTED);
        assertThat(judge(folder, test, cell("a", ONE, Verdict.FAILED, "it hung", List.of()))
                        .verdict())
                .isEqualTo(NOT_TESTABLE);
        assertThat(judge(folder, test).verdict()).isEqualTo(NOT_TESTABLE);
    }
}
