package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.placed;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Changed;
import dev.wherry.lab.results.JudgedClaim.Outcome;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.Part;
import dev.wherry.lab.results.SampleRound;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SeveralPlacementsTest {
    private final Cell cell = cell("rmi", Map.of("threads", 1L), List.of(round(1, 1000)), List.of());
    private final Cell wrong = cell(
            "other",
            Map.of("threads", 1L),
            List.of(SampleRound.like(round(1, 900))
                    .wrong(1, 0, 0)
                    .failing("it broke")
                    .made()),
            List.of());
    private final Results run = Changed.of(
            Samples.results(
                    "full",
                    null,
                    List.of(placed("free", cell), placed("veth", cell), placed("veth", wrong)),
                    List.of()),
            Map.of(
                    "claims",
                    List.of(Changed.of(Samples.claim("a claim", Outcome.REPRODUCED), Map.of("suite", cell.suite()))),
                    "parts",
                    List.of(part("free", "Z80"), part("veth", "6502"))));

    private Part part(String placement, String cpu) {
        return new Part(
                List.of(cell.suite()),
                placement,
                new Machine(cpu, 2, "CP/M", "25", "none", 0.1, Instant.EPOCH, 0.5, null));
    }

    @Test
    void ofASuiteHaveAChapterEachAndItsConclusionsOnce() {
        List<Chapter> chapters = Chapter.of(run, new Series(run));

        assertThat(chapters).extracting(Chapter::name).containsExactly("mobility (free)", "mobility (veth)");
        assertThat(chapters.getFirst().conclusions()).isNotNull();
        assertThat(chapters.getLast().conclusions()).isNull();
        assertThat(chapters.getFirst().machine()).startsWith("Z80");
        assertThat(chapters.getLast().machine()).startsWith("6502");
        assertThat(chapters.getLast().again()).contains(" --placement veth");
        assertThat(chapters.getFirst().again()).doesNotContain("--placement");
    }

    @Test
    void areNamedWhereverTheSuiteIs() throws IOException {
        String page = Document.of(run);

        assertThat(page)
                .contains(
                        "Run in 2 parts from",
                        "Machine of mobility (veth)",
                        "mobility (free): 1 January 1970",
                        "the run of mobility (veth)",
                        "other, mobility (veth) people-by-threads, threads 1: ");
        assertThat(Pattern.compile(" id=\"([^\"]+)\"").matcher(page).results().map(MatchResult::group))
                .doesNotHaveDuplicates();
        assertThat(Report.text(run)).contains("mobility (free): 1 of 1 cells were measured", "mobility (veth): ");
    }

    @Test
    void areNotSpokenOfWhereThereIsOne() {
        Results one = Samples.results("full", null, List.of(placed("veth", cell)), List.of());

        assertThat(Chapter.of(one, new Series(one))).extracting(Chapter::name).containsExactly("mobility");
    }
}
