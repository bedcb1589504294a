package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Comparison;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.LeftOut;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Spread;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void alignsMediansAndRatios() {
        Comparison comparison = new Comparison("rmi", 2.5, 0.4, new Spread(2.4, 2.6), new Spread(0.3, 0.5), null, null);
        String text = Report.text(Samples.results(
                "quick",
                "rmi",
                List.of(
                        cell("rmi", Map.of("threads", 1L), List.of(round(1, 20_000)), List.of()),
                        cell("wherry-tcp", Map.of("threads", 1L), List.of(round(1, 50_000)), List.of(comparison))),
                List.of()));

        assertThat(text).isEqualTo("""

            mobility people-by-threads, placement text
                         system      calls/s  p50 µs  p99 µs  CPU µs/call  rate × rmi  min – max
              threads 1  rmi          20,000    50.0    50.0          100
                         wherry-tcp   50,000    20.0    20.0         40.0       2.50×  2.40 – 2.60
            """);
    }

    @Test
    void saysInOneLineThatNoneOffersAWorkload() {
        String text = Report.text(Samples.results(
                "quick",
                "rmi",
                List.of(
                        Samples.notOffered("rmi", 1),
                        Samples.notOffered("rmi", 2),
                        Samples.notOffered("wherry-tcp", 1),
                        Samples.notOffered("wherry-tcp", 2)),
                List.of()));

        assertThat(text).isEqualTo("""

            mobility people-by-threads, placement text
              offered by none of rmi, wherry-tcp: it has none
            """);
    }

    @Test
    void tellsTheTimeOfFirstCallsAndNoRate() {
        Comparison comparison = new Comparison("rmi", 0.5, 2, new Spread(0.5, 0.6), new Spread(0.9, 2.1), null, null);
        Map<String, Long> start = Map.of("processes", 1L);
        String text = Report.text(Samples.results(
                "quick",
                "rmi",
                List.of(
                        cell("rmi", start, List.of(round(1, 4)), List.of()),
                        cell("other", start, List.of(round(1, 2)), List.of(comparison))),
                List.of()));

        assertThat(text).isEqualTo("""

            mobility people-by-threads, placement text
                           system  JVM start to first answer, ms  slowest, ms  CPU ms/start     time × rmi  min – max
              processes 1  rmi                               250          250           500
                           other                             500          500         1,000  no difference  2.00×, 0.90 – 2.10
            """);
    }

    @Test
    void showsNoRatioInTheFirstPlaceWhereThereIsNoDifference() {
        Difference none = new Difference(0.4, 0.1, false);
        Difference some = new Difference(0.1, 0.1, true);
        Spread spread = new Spread(0.5, 1.9);
        Map<String, Long> one = Map.of("threads", 1L);
        String text = Report.text(Samples.results(
                "quick",
                "rmi",
                List.of(
                        cell("rmi", one, List.of(round(1, 4)), List.of()),
                        cell(
                                "like",
                                one,
                                List.of(round(1, 4)),
                                List.of(new Comparison("rmi", 1.2, 1, spread, spread, none, some))),
                        cell(
                                "other",
                                one,
                                List.of(round(1, 4)),
                                List.of(new Comparison("rmi", 1.2, 1, spread, spread, some, none)))),
                List.of()));

        assertThat(text.lines().filter(line -> line.contains("like")))
                .singleElement()
                .asString()
                .endsWith("no difference  1.20×, 0.50 – 1.90");
        assertThat(text.lines().filter(line -> line.contains("other")))
                .singleElement()
                .asString()
                .endsWith("        1.20×  0.50 – 1.90");
    }

    @Test
    void tellsOrdinaryCallsFromShippedTasks() {
        Cell cell = Samples.byOrdinaryCall(cell("rmi", Map.of("threads", 1L), List.of(round(1, 9)), List.of()));
        assertThat(Report.text(Samples.results("quick", null, List.of(cell), List.of())))
                .contains("rmi, ordinary call");
    }

    @Test
    void saysOfSharedMemoryThatItIsOnOneHost() {
        Cell cell = Samples.over("shm", cell("aeron-ipc", Map.of("threads", 1L), List.of(round(1, 9)), List.of()));
        assertThat(Report.text(Samples.results("quick", null, List.of(cell), List.of())))
                .contains("aeron-ipc, same host");
        assertThat(Report.text(Samples.results("quick", "aeron-ipc", List.of(cell), List.of())))
                .contains("rate × aeron-ipc, same host");
    }

    @Test
    void namesWhatWasNotMeasuredAndWhatIsAbsent() throws IOException {
        assertThat(Report.text(Samples.ordinary()))
                .contains("floor-tcp, bytes 65536: did not conform: answer 17 of caller 3 had 65535 bytes")
                .contains("absent: tao: TAO_ROOT is not set\n  to install: build ACE+TAO and set TAO_ROOT");
    }

    @Test
    void endsWithWhatWentWrong() {
        Map<String, Long> one = Map.of("threads", 1L);
        Cell measured = cell("rmi", one, List.of(round(1, 1000), Samples.wrongRound()), List.of());
        Cell refused = cell("wherry-tcp", one, List.of(), List.of());
        assertThat(Report.text(Samples.results("quick", null, List.of(measured, refused), List.of())))
                .endsWith("""

                    went wrong:
                      mobility people-by-threads, rmi, threads 1: 3 calls failed (the first: it broke), 2 calls unanswered, 1 executed twice
                      mobility people-by-threads, wherry-tcp, threads 1: did not conform: text
                    """);
    }

    @Test
    void namesWhatThePresetLeavesOutAndHowToAskForIt() throws IOException {
        Results results = Samples.leavingOut(
                new LeftOut("mobility", List.of("grpc", "thrift"), List.of("task-by-size")),
                new LeftOut("ejb", List.of(), List.of("add-one")));
        String mobility =
                "systems that its preset quick does not name: grpc, thrift (--system all runs it on every one that"
                        + " is here); workloads: task-by-size (--workload runs those that it names)";
        String ejb = "workloads: add-one (--workload runs those that it names)";
        assertThat(Report.text(results))
                .contains("\nleft out of mobility: " + mobility + "\n", "\nleft out of ejb: " + ejb + "\n");
        assertThat(Document.of(results))
                .contains("<a href=\"#left-out\">Left out</a>", "<li>mobility: " + mobility + "</li><li>ejb: " + ejb);
        assertThat(Document.of(Samples.ordinary())).doesNotContain("left-out");
    }

    @Test
    void tellsTheVerdictsAndWhatCouldNotBeTestedByItsReasons() {
        assertThat(Report.text(Samples.judged())).endsWith("""

            mobility, what its original concluded: 1 of 3 facts reproduced, 1 contradicted, 0 inconclusive, 1 not testable
              reproduced: It is faster.
                today a 2 and b 1, 50 % higher.
                then 9%
              contradicted: It is smaller.
                today a 2 and b 1.
              not testable: Nobody counts love.
                It is loved.
            """);
    }

    @Test
    void handsNoControlCharacterToTheTerminal() {
        assertThat(Report.text(Samples.hostile()).replace("\n", ""))
                .contains("pwned")
                .doesNotContainPattern("[\\p{Cntrl}\\p{Cf}]");
    }
}
