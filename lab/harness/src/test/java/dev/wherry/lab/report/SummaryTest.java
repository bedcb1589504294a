package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private static final Map<String, Long> ONE = Map.of("threads", 1L);

    @Test
    void countsCellsAndNamesThoseThatWentWrong() {
        Cell rmi = cell("rmi", ONE, List.of(round(1, 1000)), List.of());
        Cell failed = cell("other", ONE, List.of(), List.of());
        assertThat(Report.text(Samples.results("quick", null, List.of(rmi, failed), List.of())))
                .isEqualTo("""
                    mobility: 1 of 2 cells were measured
                    went wrong: mobility other         people-by-threads threads=1  did not conform: text
                    """);
    }

    @Test
    void countsTheVerdicts() {
        assertThat(Report.text(Samples.judged()))
                .contains("mobility, conclusions of its original: 1 of 3 facts reproduced, 1 contradicted, 0"
                        + " inconclusive, 1 not testable\n");
    }

    @Test
    void letsNoControlCharacterReachATerminal() {
        Results hostile = Samples.hostile();
        assertThat(Report.text(hostile).replace("\n", "")).doesNotContainPattern("[\\p{Cntrl}\\p{Cf}]");
    }
}
