package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private static final Map<String, Long> ONE = Map.of("threads", 1L);

    @Test
    void hasALineForEachPoint() {
        Cell rmi = cell("rmi", ONE, List.of(round(1, 1000)), List.of());
        Cell failed = cell("other", ONE, List.of(), List.of());
        assertThat(Summary.of(Samples.results("quick", null, List.of(rmi, failed), List.of())))
                .isEqualTo("""
                    mobility people-by-threads, threads 1: rmi 1,000 calls/s; other did not conform
                    went wrong: mobility people-by-threads, other, threads 1: did not conform: text
                    """);
    }

    @Test
    void hasTenPointsAndSaysHowManyMoreThereAre() {
        List<Cell> cells = LongStream.rangeClosed(1, 12)
                .mapToObj(threads -> cell("rmi", Map.of("threads", threads), List.of(round(1, 1000)), List.of()))
                .toList();
        assertThat(Summary.of(Samples.results("quick", null, cells, List.of())).lines())
                .hasSize(11)
                .last()
                .isEqualTo("and 2 points more");
    }

    @Test
    void countsTheVerdicts() {
        assertThat(Summary.of(Samples.judged()))
                .contains("mobility, conclusions of its original: 1 of 3 facts reproduced, 1 contradicted, 0"
                        + " inconclusive, 1 not testable\n");
    }

    @Test
    void letsNoControlCharacterReachATerminal() {
        Results hostile = Samples.hostile();
        assertThat(Summary.of(hostile).replace("\n", "")).doesNotContainPattern("[\\p{Cntrl}\\p{Cf}]");
    }
}
