package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.results;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.wherry.lab.compare.RunComparison;
import dev.wherry.lab.compare.RunComparison.One;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.SampleRound;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CompareTableTest {
    private static final Map<String, Long> ONE = Map.of("threads", 1L);

    private static Cell measured(String system, double... rates) {
        List<Round> rounds = IntStream.range(0, rates.length)
                .mapToObj(i -> round(i + 1, rates[i]))
                .toList();
        return cell(system, ONE, rounds, List.of());
    }

    private static Results run(Cell... cells) {
        return results("quick", null, List.of(cells), List.of());
    }

    private static final RunComparison COMPARED = RunComparison.of(
            run(
                    measured("rmi", 1000, 1010, 990),
                    measured("thrift", 2000, 2020, 1980),
                    measured("gone", 1, 1, 1),
                    measured("broken"),
                    measured("mended")),
            run(
                    measured("thrift", 4000, 4020, 3980),
                    measured("rmi", 1005, 1015, 985),
                    measured("broken"),
                    measured("mended", 3, 3, 3),
                    measured("new", 2, 2, 2)));

    @Test
    void takesTheRatioOfTheMediansAndTestsIt() {
        assertThat(COMPARED.cells()).extracting(both -> both.cell().system()).containsExactly("rmi", "thrift");
        assertThat(COMPARED.cells().get(0).callsPerSecond().difference().found())
                .isFalse();
        assertThat(COMPARED.cells().get(1).callsPerSecond().ratio()).isEqualTo(2.0);
        assertThat(COMPARED.cells().get(1).p50Nanos().ratio()).isEqualTo(0.5);
        assertThat(COMPARED.cells().get(1).callsPerSecond().difference().found())
                .isTrue();
    }

    @Test
    void namesTheCellsThatOneRunAloneMeasured() {
        assertThat(COMPARED.onlyInFirst())
                .extracting(one -> one.cell().system(), One::other)
                .containsExactly(tuple("gone", "not run"));
        assertThat(COMPARED.onlyInSecond())
                .extracting(one -> one.cell().system(), One::other)
                .containsExactly(tuple("mended", "did not conform"), tuple("new", "not run"));
    }

    @Test
    void setsTwoRunsSideBySideForATerminal() {
        assertThat(Report.text(COMPARED)).isEqualTo(COMPARED.caution() + """


                mobility people-by-threads
                             system  calls/s, A      B             rate B / A  p50 µs, A    B  p50 B / A
                  threads 1  rmi          1,000  1,005  no difference (1.01×)      1,000  995  no difference (1.00×)
                             thrift       2,000  4,000                  2.00×        500  250  0.50×

                measured in A only:
                  mobility people-by-threads, gone, threads 1: not run in the other

                measured in B only:
                  mobility people-by-threads, mended, threads 1: did not conform in the other
                  mobility people-by-threads, new, threads 1: not run in the other
                """);
    }

    @Test
    void warnsOfWhatDiffers() {
        Results one = run(measured("rmi", 1, 2, 3));
        Machine other = new Machine("another processor", 4, "a kernel", "26", "cubic", 0.1, Instant.EPOCH, null, null);
        Cell moved = Samples.over("unix", measured("rmi", 1, 2, 3));
        Results two = new Results(Results.SCHEMA, "full", null, other, List.of(moved), List.of(), List.of());

        assertThat(RunComparison.of(one, one).warnings()).isEmpty();
        assertThat(RunComparison.of(one, one).caution()).isEqualTo("Both are the same run: nothing can differ.");
        assertThat(RunComparison.of(one, two).caution()).contains("Compare with care");
        assertThat(RunComparison.of(one, two).warnings())
                .containsExactly(
                        "The machine differs: a processor, 2 cores, a kernel, JDK 25, TCP with cubic; another processor,"
                                + " 4 cores, a kernel, JDK 26, TCP with cubic",
                        "The preset differs: quick; full",
                        "rmi has gone over other transports: text; unix");
        assertThat(Report.text(RunComparison.of(one, two)))
                .contains("Compare with care", "\nwarning: The preset differs");
    }

    @Test
    void tellsFirstCallsByTheirTimeAlone() {
        Map<String, Long> start = Map.of("processes", 1L);
        Results one = run(cell("rmi", start, List.of(round(1, 4)), List.of()));
        assertThat(Report.text(RunComparison.of(one, one)))
                .contains("first answer ms, A", "time B / A", "too few rounds (1.00×)")
                .doesNotContain("calls/s");
    }

    @Test
    void saysThatNothingIsInCommon() {
        assertThat(Report.text(RunComparison.of(run(measured("rmi", 1)), run(measured("thrift", 1)))))
                .contains("No cell was measured in both.");
    }

    @Test
    void comparesNothingWithACellWhoseCallsWentWrong() {
        Round lossy = SampleRound.of(1, 97, 1).wrong(0, 3, 0).made();
        RunComparison comparison =
                RunComparison.of(run(measured("rmi", 1)), run(cell("rmi", ONE, List.of(lossy), List.of())));
        assertThat(comparison.cells()).isEmpty();
        assertThat(comparison.onlyInFirst()).extracting(One::other).containsExactly("calls went wrong");
    }

    @Test
    void writesItselfAsJson() {
        JsonNode json = JsonMapper.shared().readTree(COMPARED.toJson());
        assertThat(json.at("/cells/1/callsPerSecond/ratio").asDouble()).isEqualTo(2.0);
        assertThat(json.at("/cells/1/callsPerSecond/difference/found").asBoolean())
                .isTrue();
        assertThat(json.at("/onlyInSecond/0/other").asString()).isEqualTo("did not conform");
        assertThat(json.at("/caution").asString()).contains("care");
        assertThat(json.get("warnings").isEmpty()).isTrue();
    }

    @Test
    void handsNoControlCharacterToTheTerminal() {
        Results hostile = Samples.hostile();
        assertThat(Report.text(RunComparison.of(hostile, run())).replace("\n", ""))
                .contains("pwned")
                .doesNotContainPattern("[\\p{Cntrl}\\p{Cf}]");
        assertThat(Report.text(RunComparison.of(hostile, hostile)).replace("\n", ""))
                .contains("pwned")
                .doesNotContainPattern("[\\p{Cntrl}\\p{Cf}]");
    }
}
