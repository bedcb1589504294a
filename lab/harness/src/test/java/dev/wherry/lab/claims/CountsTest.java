package dev.wherry.lab.claims;

import static dev.wherry.lab.claims.Runs.cell;
import static dev.wherry.lab.claims.Runs.counted;
import static dev.wherry.lab.claims.Runs.judge;
import static dev.wherry.lab.claims.Runs.placed;
import static dev.wherry.lab.results.JudgedClaim.Outcome.CONTRADICTED;
import static dev.wherry.lab.results.JudgedClaim.Outcome.NOT_TESTABLE;
import static dev.wherry.lab.results.JudgedClaim.Outcome.REPRODUCED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.JudgedClaim;
import dev.wherry.lab.results.Verdict;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims about what is counted beside the times: classes and processor time. */
class CountsTest {
    private static final String ARRIVALS = """
        kind = "arrivals"
        system = "a"
        at = [{ workload = "w" }]
        are = "some"
        """;
    /** Of two processors, which the invented machine has. */
    private static final String BUSY = """
        kind = "busy"
        systems = ["a", "b"]
        at = [{ workload = "w", threads = 1 }]
        atLeastPercent = 90
        """;

    @TempDir
    Path folder;

    private static Cell classes(Long... counts) {
        return cell(
                "a",
                Map.of("threads", 1L),
                Verdict.MEASURED,
                null,
                Arrays.stream(counts).map(count -> counted(1, null, count)).toList());
    }

    private static Cell cpu(String system, Long nanosPerCall) {
        return cell(
                system,
                Map.of("threads", 1L),
                Verdict.MEASURED,
                null,
                List.of(
                        counted(1, nanosPerCall, null),
                        counted(2, nanosPerCall, null),
                        counted(3, nanosPerCall, null)));
    }

    @Test
    void seeWhetherClassesCame() {
        JudgedClaim came = judge(folder, ARRIVALS, classes(3L, 3L, 1200L));
        assertThat(came.verdict()).isEqualTo(REPRODUCED);
        assertThat(came.today()).isEqualTo("w: 1,200 came.");
        assertThat(judge(folder, ARRIVALS, classes(3L, 0L, 3L)).verdict()).isEqualTo(CONTRADICTED);
        JudgedClaim none = judge(folder, ARRIVALS.replace("some", "none"), classes(0L, 0L, 0L));
        assertThat(none.verdict()).isEqualTo(REPRODUCED);
        assertThat(none.today()).isEqualTo("w: none came.");
        assertThat(judge(folder, ARRIVALS.replace("some", "none"), classes(0L, 1L, 0L))
                        .verdict())
                .isEqualTo(CONTRADICTED);
        JudgedClaim unknown = judge(folder, ARRIVALS, classes(null, null, null));
        assertThat(unknown.verdict()).isEqualTo(NOT_TESTABLE);
        assertThat(unknown.today()).isEqualTo("a, w: nobody counted its classes.");
    }

    @Test
    void seeWhetherTheProcessorsAreBusy() {
        JudgedClaim busy = judge(folder, BUSY, cpu("a", 1_900_000_000L), cpu("b", 1_800_000_000L));
        assertThat(busy.verdict()).isEqualTo(REPRODUCED);
        assertThat(busy.today()).isEqualTo("It holds in 2 of 2: a 95 % or more; b 90 % or more.");
        assertThat(judge(folder, BUSY, cpu("a", 1_900_000_000L), cpu("b", 1_000_000_000L))
                        .verdict())
                .isEqualTo(CONTRADICTED);
        assertThat(judge(folder, BUSY + "exceptions = 1", cpu("a", 1_900_000_000L), cpu("b", 1_000_000_000L))
                        .verdict())
                .isEqualTo(REPRODUCED);
        assertThat(judge(folder, BUSY, cpu("a", 1_900_000_000L), cpu("b", null)).today())
                .isEqualTo("b, w, threads 1: its processor time is not known, or has more in it than the calls.");
        assertThat(judge(folder, BUSY, cpu("a", 1_900_000_000L), cpu("b", 2_300_000_000L))
                        .verdict())
                .as("more than there is")
                .isEqualTo(NOT_TESTABLE);
        assertThat(judge(folder, BUSY + "mayLack = [\"b\"]", cpu("a", 1_900_000_000L))
                        .today())
                .isEqualTo("a 95 % or more. Judged without some: b: not asked for (--system).");
    }

    @Test
    void seeTheProcessorsThatTheEndsHad() {
        Cell busy = placed("same-core", cpu("a", 950_000_000L));
        Cell idle = placed("same-core", cpu("b", 500_000_000L));
        assertThat(judge(folder, BUSY + "mayLack = [\"b\"]", busy).today()).startsWith("a 95 % or more.");
        assertThat(judge(folder, BUSY, busy, idle).verdict()).isEqualTo(CONTRADICTED);
        assertThat(judge(folder, BUSY, placed("cross-core", busy), placed("cross-core", idle))
                        .today())
                .contains("a 48 % or more");
    }

    @Test
    void refuseWhatMakesNoTest() {
        assertThatThrownBy(() -> judge(folder, ARRIVALS.replace("are = \"some\"", "")))
                .hasMessageContaining("test.are is missing");
        assertThatThrownBy(() -> judge(folder, BUSY.replace("90", "100")))
                .hasMessageContaining("busy needs atLeastPercent between 0 and 100");
        assertThatThrownBy(() -> judge(folder, BUSY + "exceptions = 2"))
                .hasMessageContaining("busy has too many exceptions");
        assertThatThrownBy(() -> judge(folder, BUSY + "mayLack = [\"a\", \"b\"]"))
                .hasMessageContaining("busy needs a system that may not lack");
    }
}
