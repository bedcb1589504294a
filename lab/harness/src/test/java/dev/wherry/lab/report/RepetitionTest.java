package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.Terms;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RepetitionTest {
    @Test
    void isTheCommandThatMeasuresTheSameAgain() throws IOException {
        Results results = run(
                "rmi", cell("rmi", Map.of("threads", 16L), List.of(round(1, 9), round(2, 9)), List.of()), other(1L));
        String command = "./wherry lab run --suite mobility --workload people-by-threads --system rmi,other"
                + " --preset quick --mode corrected --rounds 2 --param threads=1,16 --baseline rmi --placement text";
        assertThat(Repetition.of(results, results.cells())).isEqualTo(command);
        assertThat(Document.of(results)).contains("<code>" + command.replace("=", "&#x3D;") + "</code>");
    }

    @Test
    void offersTheRateThatWasOffered() {
        Results results = run(
                null,
                cell("rmi", Map.of("rate", 500L), List.of(round(1, 9)), List.of()),
                cell("rmi", Map.of("rate", 2000L), List.of(round(1, 9)), List.of()));
        assertThat(Repetition.of(results, results.cells()))
                .contains(" --rate 500,2000 ")
                .doesNotContain("--param", "--baseline");
    }

    @Test
    void repeatsWhatThePlanSaidOtherwiseThanThePreset() {
        Results plain = run(null, other(1L), other(2L));
        Results own = Samples.on(plain, new Terms("mobility", Map.of("calls", List.of(500L)), true));
        assertThat(Repetition.of(own, own.cells()))
                .contains(" --param calls=500 ", " --param threads=1,2", " --uncapped")
                .doesNotContain("--rate");
        assertThat(Repetition.of(plain, plain.cells())).doesNotContain("calls=", "--uncapped");
    }

    private static Cell other(long threads) {
        return cell("other", Map.of("threads", threads), List.of(round(1, 9)), List.of());
    }

    private static Results run(String baseline, Cell... cells) {
        return Samples.results("quick", baseline, List.of(cells), List.of());
    }
}
