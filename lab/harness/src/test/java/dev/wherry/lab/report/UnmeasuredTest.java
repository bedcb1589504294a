package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnmeasuredTest {
    @Test
    void tellsOnceWhatSeveralDoNotOfferForTheSameReasonAndApartWhatWentWrong() throws IOException {
        Results results = Samples.results(
                "quick",
                null,
                List.of(
                        Samples.notOffered("a", 1L),
                        Samples.notOffered("a", 2L),
                        Samples.notOffered("b", 1L),
                        broken()),
                List.of());
        Unmeasured unmeasured = Unmeasured.of(results, new Series(results));

        assertThat(unmeasured.notOffered())
                .containsExactly(new Unmeasured.NotOffered("a; b", "mobility: people-by-threads", "it has none"));
        assertThat(unmeasured.wrong())
                .containsExactly(new Unmeasured.Wrong(
                        "c", "mobility people-by-threads", "threads 1", "did not conform", "text"));
        assertThat(Document.of(results))
                .contains("<a href=\"#wrong\">Went wrong</a>", "<a href=\"#not-offered\">Not offered</a>")
                .contains("Not offered by a; b.");
    }

    @Test
    void saysNothingWhereAllWasMeasured() {
        Results results = Samples.results("quick", null, List.of(), List.of());
        assertThat(Unmeasured.of(results, new Series(results))).isEqualTo(new Unmeasured(List.of(), List.of()));
    }

    private static Cell broken() {
        return cell("c", Map.of("threads", 1L), List.of(), List.of());
    }
}
