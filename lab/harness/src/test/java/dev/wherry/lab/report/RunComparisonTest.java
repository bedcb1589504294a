package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.results;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.wherry.lab.report.RunComparison.Figure;
import dev.wherry.lab.report.RunComparison.One;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.SampleRound;
import dev.wherry.lab.results.SampleRun;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RunComparisonTest {
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
        List<Figure> rmi = COMPARED.cells().get(0).figures();
        List<Figure> thrift = COMPARED.cells().get(1).figures();
        assertThat(thrift).extracting(Figure::measure).containsExactly("calls/s", "p50 µs", "p99 µs");
        assertThat(rmi.getFirst().difference().found()).isFalse();
        assertThat(thrift.getFirst().ratio()).isEqualTo(2.0);
        assertThat(thrift.get(1).ratio()).isEqualTo(0.5);
        assertThat(thrift.getFirst().difference().found()).isTrue();
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
        assertThat(COMPARED.text()).isEqualTo(COMPARED.caution() + """


                mobility people-by-threads
                             system  calls/s, A      B                  B / A  p50 µs, A    B                  B / A  p99 µs, A    B                  B / A
                  threads 1  rmi          1,000  1,005  no difference (1.01×)      1,000  995  no difference (1.00×)      1,000  995  no difference (1.00×)
                             thrift       2,000  4,000                  2.00×        500  250                  0.50×        500  250                  0.50×

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
        Results two = SampleRun.of("full", null, other, List.of(moved), List.of(), List.of());

        assertThat(RunComparison.of(one, one).warnings()).isEmpty();
        assertThat(RunComparison.of(one, one).caution()).isEqualTo("Both are the same run: nothing can differ.");
        assertThat(RunComparison.of(one, two).caution()).contains("Compare with care");
        assertThat(RunComparison.of(one, two).warnings())
                .containsExactly(
                        "only A has rmi over the transport text",
                        "only A has the machine a processor, 2 cores, a kernel, JDK 25, TCP with cubic",
                        "only A has the preset quick",
                        "only B has rmi over the transport unix",
                        "only B has the machine another processor, 4 cores, a kernel, JDK 26, TCP with cubic",
                        "only B has the preset full");
        assertThat(RunComparison.of(one, two).text())
                .contains("Compare with care", "\nwarning: only A has the preset quick\n");
    }

    @Test
    void tellsFirstCallsByTheirTimeAlone() {
        Map<String, Long> start = Map.of("processes", 1L);
        Results one = run(cell("rmi", start, List.of(round(1, 4)), List.of()));
        assertThat(RunComparison.of(one, one).text())
                .contains("JVM start to first answer, ms, A", "B / A", "too few rounds (1.00×)")
                .doesNotContain("calls/s");
    }

    @Test
    void saysThatNothingIsInCommon() {
        assertThat(RunComparison.of(run(measured("rmi", 1)), run(measured("thrift", 1)))
                        .text())
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
        assertThat(json.at("/cells/1/figures/0/ratio").asDouble()).isEqualTo(2.0);
        assertThat(json.at("/cells/1/figures/0/difference/found").asBoolean()).isTrue();
        assertThat(json.at("/onlyInSecond/0/other").asString()).isEqualTo("did not conform");
        assertThat(json.at("/caution").asString()).contains("care");
        assertThat(json.get("warnings").isEmpty()).isTrue();
    }

    @Test
    void handsNoControlCharacterToTheTerminal() {
        Results hostile = Samples.hostile();
        assertThat(RunComparison.of(hostile, run()).text().replace("\n", ""))
                .contains("pwned")
                .doesNotContainPattern("[\\p{Cntrl}\\p{Cf}]");
        assertThat(RunComparison.of(hostile, hostile).text().replace("\n", ""))
                .contains("pwned")
                .doesNotContainPattern("[\\p{Cntrl}\\p{Cf}]");
    }
}
