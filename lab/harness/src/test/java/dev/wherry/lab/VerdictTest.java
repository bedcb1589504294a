package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.driver.Limits;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way in which a system can behave, with real processes. */
class VerdictTest {
    @TempDir
    Path root;

    @AfterEach
    void leavesNoProcess() {
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    private List<Cell> run(String behaviour) throws Exception {
        return run(behaviour, LabFolder.PATIENT);
    }

    private List<Cell> run(String behaviour, Limits limits) throws Exception {
        return new LabFolder(root)
                .with(behaviour)
                .open(limits)
                .run(LabFolder.smoke(behaviour), new Recorder())
                .cells();
    }

    private void fails(String behaviour, String... words) throws Exception {
        fails(run(behaviour), words);
    }

    private static void fails(List<Cell> cells, String... words) {
        assertThat(cells).hasSize(2).allSatisfy(cell -> {
            assertThat(cell.verdict()).isEqualTo(Verdict.FAILED);
            assertThat(cell.reason()).contains(words);
            assertThat(cell.rounds()).isEmpty();
        });
    }

    @Test
    void measuresTheOneThatAnswersRightly() throws Exception {
        List<Cell> cells = run("good");
        assertThat(cells).extracting(cell -> cell.params().get("threads")).containsExactly(1L, 2L);
        assertThat(cells).hasSize(2).allSatisfy(cell -> {
            assertThat(cell.verdict()).isEqualTo(Verdict.MEASURED);
            assertThat(cell.reason()).isNull();
            assertThat(cell.transport()).isEqualTo("tcp");
            assertThat(cell.versions()).containsEntry("java", "1");
            Round round = cell.rounds().getFirst();
            assertThat(round.calls()).isEqualTo(100);
            assertThat(round.callsPerSecond()).isEqualTo(200);
            assertThat(round.perThreadCallsPerSecond()).isEqualTo(100);
            assertThat(round.allocatedBytesPerCall()).isEqualTo(64);
            assertThat(round.cpuNanosPerCall()).isNull();
            assertThat(round.wireBytesPerCall()).isNull();
            assertThat(round.duplicates()).isZero();
        });
    }

    @Test
    void countsTheClassesThatCameForEachCell() throws Exception {
        assertThat(run("gets-classes"))
                .extracting(cell -> cell.rounds().getFirst().classesReceived())
                .containsExactly(6L, 6L);
        assertThat(run("good"))
                .extracting(cell -> cell.rounds().getFirst().classesReceived())
                .containsOnlyNulls();
    }

    @Test
    void asksForAnOrdinaryCallWhereNoTaskCanBeShipped() throws Exception {
        LabFolder folder = new LabFolder(root).withTasks().with("good");
        folder.peer("shipper", "good", "operations = [\"people\", \"ship\"]\n");
        assertThat(folder.open().run(tasks(Preset.FULL), new Recorder()).cells())
                .allSatisfy(cell -> assertThat(cell.verdict()).isEqualTo(Verdict.MEASURED))
                .extracting(Cell::ordinaryCall)
                .containsExactly("people", null);
        assertThat(folder.open().run(tasks(Preset.SMOKE), new Recorder()).cells())
                .extracting(Cell::verdict)
                .containsExactly(Verdict.NOT_OFFERED, Verdict.MEASURED);
    }

    private static RunPlan tasks(Preset preset) {
        return Plans.of(
                List.of("tasks"), List.of("good", "shipper"), preset, null, null, Map.of("threads", List.of(1L)));
    }

    @Test
    void doesNotTimeTheOneThatAnswersWrongly() throws Exception {
        assertThat(run("wrong")).hasSize(2).allSatisfy(cell -> {
            assertThat(cell.verdict()).isEqualTo(Verdict.DID_NOT_CONFORM);
            assertThat(cell.reason()).isEqualTo("sent 3 persons, got 2");
            assertThat(cell.rounds()).isEmpty();
        });
    }

    @Test
    void doesNotTimeTheOneThatUsesAnotherTransportThanItClaims() throws Exception {
        assertThat(run("liar")).hasSize(2).allSatisfy(cell -> {
            assertThat(cell.verdict()).isEqualTo(Verdict.DID_NOT_CONFORM);
            assertThat(cell.reason()).contains("claims transport tcp", "saw unix");
        });
    }

    @Test
    void recordsWhichTransportTheSystemItselfCounted() throws Exception {
        assertThat(run("goes-tcp100")).hasSize(2).allSatisfy(cell -> {
            assertThat(cell.verdict()).isEqualTo(Verdict.MEASURED);
            assertThat(cell.rounds().getFirst().carried()).isEqualTo(Map.of("tcp", 100L));
        });
    }

    @Test
    void showsNoFigureOfTheOneWhoseCallsWentAnotherWay() throws Exception {
        assertThat(run("goes-tcp90-shm10")).hasSize(2).allSatisfy(cell -> {
            assertThat(cell.verdict()).isEqualTo(Verdict.DID_NOT_CONFORM);
            assertThat(cell.reason()).contains("claims transport tcp", "went over {shm=10, tcp=90}");
            assertThat(cell.rounds()).isEmpty();
        });
    }

    @Test
    void recordsEachTransportOfTheOneThatClaimsSeveral() throws Exception {
        LabFolder folder = new LabFolder(root);
        claims(folder, "goes-tcp90-shm10", "shm+tcp");
        claims(folder, "goes-tcp90-unix10", "shm+tcp");
        List<Cell> cells = folder.open()
                .run(LabFolder.smoke("goes-tcp90-shm10", "goes-tcp90-unix10"), new Recorder())
                .cells();
        assertThat(cells).hasSize(4).allSatisfy(cell -> {
            boolean known = cell.system().equals("goes-tcp90-shm10");
            assertThat(cell.verdict()).isEqualTo(known ? Verdict.MEASURED : Verdict.DID_NOT_CONFORM);
            assertThat(cell.transport()).isEqualTo(known ? "shm+tcp" : "tcp");
            assertThat(cell.sharesMemory()).isEqualTo(known);
        });
    }

    private static void claims(LabFolder folder, String behaviour, String transport) throws Exception {
        Path toml = folder.peer(behaviour, behaviour, "").resolve("peer.toml");
        String claim = "transport = \"%s\"".formatted(transport);
        Files.writeString(toml, Files.readString(toml).replace("transport = \"tcp\"", claim));
    }

    @Test
    void saysWhatASystemCannotDoAndRunsTheRest() throws Exception {
        LabFolder folder = new LabFolder(root);
        folder.peer("good", "good", "[[cannot]]\nparam = \"threads\"\nabove = 1\nwhy = \"one at a time\"\n");
        List<Cell> cells =
                folder.open().run(LabFolder.smoke("good"), new Recorder()).cells();
        assertThat(cells).extracting(Cell::verdict).containsExactly(Verdict.MEASURED, Verdict.NOT_OFFERED);
        assertThat(cells.get(1).reason()).isEqualTo("one at a time");
    }

    @Test
    void measuresTheOneThatIsASingleProcess() throws Exception {
        LabFolder folder = new LabFolder(root);
        Path toml = folder.peer("good", "good", "").resolve("peer.toml");
        Files.writeString(toml, Files.readString(toml).replaceAll("server = .*\n", ""));
        Cell cell = folder.open()
                .run(LabFolder.smoke("good"), new Recorder())
                .cells()
                .getFirst();
        assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
        assertThat(cell.rounds().getFirst().allocatedBytesPerCall()).isEqualTo(64);
    }

    @Test
    void givesUpTheOneThatHangs() throws Exception {
        fails(run("hangs", LabFolder.SHORT), "the client made no progress for 1.0 s in answer to run people");
    }

    @Test
    void givesUpTheOneThatReportsNoProgress() throws Exception {
        fails(run("stuck", LabFolder.SHORT), "the client made no progress for 1.0 s");
    }

    @Test
    void waitsForTheOneThatIsSlowButGoesOn() throws Exception {
        assertThat(run("creeps", LabFolder.STEADY)).extracting(Cell::verdict).containsOnly(Verdict.MEASURED);
    }

    @Test
    void givesUpTheOneThatGoesOnForEver() throws Exception {
        RunPlan plan = new RunPlan(
                List.of("tiny"),
                List.of(),
                List.of("goes-on"),
                Preset.FULL,
                "corrected",
                null,
                null,
                Map.of("threads", List.of(1L)),
                Placement.FREE,
                RunPlan.USUAL_CAP_SECONDS,
                null);
        assertThat(new LabFolder(root)
                        .with("goes-on")
                        .open(LabFolder.STEADY)
                        .run(plan, new Recorder())
                        .cells())
                .hasSize(1)
                .allSatisfy(cell -> assertThat(cell.reason())
                        .contains("the client still went on after 9 s in answer to run people"));
    }

    @Test
    void tellsHowTheOneDiedThatDied() throws Exception {
        fails("dies", "the client died with exit code 3", "run people", "the cable is loose");
    }

    @Test
    void showsTheGarbageOfTheOneThatPrintsIt() throws Exception {
        fails("garbage", "502 Bad Gateway", "where one line of JSON");
    }

    @Test
    void saysWhatIsMissingOrCannotBeInAnAnswer() throws Exception {
        fails("counts-backwards", "the client printed", "was expected: failed is -1");
        fails("tells-no-times", "the client printed", "was expected: latencyNanos is missing");
    }

    @Test
    void survivesTheOneThatPrintsWithoutEnd() throws Exception {
        fails("flood", "xxxxx", "where one line of JSON");
    }

    @Test
    void refusesTheOneThatGreetsBeforeItIsReady() throws Exception {
        fails("noisy-start", "Welcome to the framework!", "the word ready");
    }

    @Test
    void triesTheOneThatNeverStartsTwiceAndNoMore() throws Exception {
        Duration second = Duration.ofSeconds(1);
        List<Cell> cells = new LabFolder(root)
                .with("never-ready")
                .open(new Limits(second, second, second, second, Duration.ofMillis(100)))
                .run(
                        Plans.of(
                                List.of("tiny"),
                                List.of("never-ready"),
                                Preset.SMOKE,
                                null,
                                null,
                                Map.of("threads", List.of(1L, 2L, 3L))),
                        new Recorder())
                .cells();
        assertThat(cells).extracting(Cell::verdict).containsOnly(Verdict.FAILED);
        assertThat(cells.get(0).reason()).contains("the server said nothing for 1.0 s while it started");
        assertThat(cells.get(2).reason()).contains("twice in a row");
    }

    @Test
    void goesOnWithTheNextCellInNewProcesses() throws Exception {
        List<Cell> cells = run("dies-at-two");
        assertThat(cells).extracting(Cell::verdict).containsExactly(Verdict.MEASURED, Verdict.FAILED);
    }

    @Test
    void keepsTheProcessesOfTheOneThatSaysInDueFormThatItCannot() throws Exception {
        List<Cell> cells = run("says-no");
        assertThat(cells).extracting(Cell::verdict).containsExactly(Verdict.MEASURED, Verdict.FAILED);
        assertThat(cells.get(1).reason()).isEqualTo("two threads are too many");
    }

    @Test
    void countsLostAndRepeatedCalls() throws Exception {
        assertThat(run("loses").getFirst().rounds().getFirst().missing()).isEqualTo(3);
        assertThat(run("echoes-twice").getFirst().rounds().getFirst().duplicates())
                .isEqualTo(7);
    }

    @Test
    void comparesNothingWithARateThatHasLostCallsInIt() throws Exception {
        Results results = new LabFolder(root)
                .with("good", "loses")
                .open()
                .run(
                        Plans.of(List.of("tiny"), List.of("good", "loses"), Preset.SMOKE, "good", null, Map.of()),
                        new Recorder());
        assertThat(results.cells())
                .hasSize(4)
                .allSatisfy(cell -> assertThat(cell.vsBaseline()).isEmpty());
    }
}
