package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.driver.Limits;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that are started for one call each, with real processes. */
class FirstCallTest {
    @TempDir
    Path root;

    @AfterEach
    void leavesNoProcess() {
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    private static Results run(LabFolder folder, String... systems) throws Exception {
        return run(LabFolder.PATIENT, folder, systems);
    }

    private static Results run(Limits limits, LabFolder folder, String... systems) throws Exception {
        RunPlan plan = Plans.of(List.of("starts"), List.of(systems), Preset.SMOKE, null, null, Map.of());
        return folder.withStarts().open(limits).run(plan, new Recorder());
    }

    @Test
    void timesEachCallFromTheStartOfItsProcess() throws Exception {
        Results results = run(new LabFolder(root).with("good"), "good");
        assertThat(results.published()).isEmpty();
        Cell cell = results.cells().getFirst();
        assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
        assertThat(cell.transport()).isEqualTo("tcp");
        assertThat(cell.rounds()).hasSize(2).allSatisfy(round -> {
            assertThat(round.calls()).isEqualTo(3);
            // No virtual machine starts within a millisecond.
            assertThat(round.latencyNanos().min()).isGreaterThan(1_000_000);
            assertThat(round.latencyNanos().p50())
                    .isBetween(round.latencyNanos().min(), round.latencyNanos().max());
            assertThat(round.seconds()).isEqualTo(3 * round.latencyNanos().mean() / 1e9);
            assertThat(round.carried()).isEqualTo(Map.of("tcp", 3L));
            assertThat(round.allocatedBytesPerCall()).isNull();
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    dies-first       | the client died with exit code 5 before its first call was answered
                    dies-first       | nobody is at home
                    greets-first     | the client printed "ready" where one line of JSON
                    says-no-first    | cannot do first people {'processes':1,'size':1}
                    wrong-first      | the first call of a new client: sent 1 persons, got 0
                    dies-after-first | the client died with exit code 6 after its first call
                    carries-backwards-first | was expected: carried.tcp is -1
                    carries-beyond-first | impossible together: carried.tcp is 27021597764222976
                    """)
    void failsWithTheCauseWhereTheFirstCallIsNotAnsweredRightly(String behaviour, String cause) throws Exception {
        fails(run(new LabFolder(root).with(behaviour), behaviour), cause.replace("'", "\""));
    }

    @Test
    void failsWhereTheFirstCallIsNeverAnswered() throws Exception {
        fails(
                run(LabFolder.SHORT, new LabFolder(root).with("hangs-first"), "hangs-first"),
                "the client said nothing for 5.0 s before its first call was answered");
    }

    private static void fails(Results results, String cause) {
        Cell cell = results.cells().getFirst();
        assertThat(cell.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(cell.reason()).contains(cause);
        assertThat(cell.rounds()).isEmpty();
    }

    @Test
    void isNotOfferedByASystemOfOneProcess() throws Exception {
        LabFolder folder = new LabFolder(root);
        Path toml = folder.peer("good", "good", "").resolve("peer.toml");
        Files.writeString(toml, Files.readString(toml).replaceAll("server = .*\n", ""));
        Cell cell = run(folder, "good").cells().getFirst();
        assertThat(cell.verdict()).isEqualTo(Verdict.NOT_OFFERED);
        assertThat(cell.reason()).contains("it is one process");
    }
}
