package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.Listing.ListedSystem;
import dev.wherry.lab.Listing.Status;
import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Comparison;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.JudgedClaim;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.Absent;
import dev.wherry.lab.results.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabTest {
    private static final String NOT_HERE = "probe = [\"sh\", \"-c\", \"echo TAO_ROOT is not set; exit 1\"]\n";

    @TempDir
    Path root;

    @Test
    void listsSuitesAndSystemsWithTheirStatus() throws Exception {
        LabFolder folder = new LabFolder(root).with("good");
        folder.peer("tao", "good", NOT_HERE);
        folder.peer("old", "good", "jdk = 6\n");
        folder.peer("iiop", "good", "doesNotRun = \"GMBAL refuses\"\n");
        folder.peer("typo", "good", "sever = []\n");
        folder.peer("unprobed", "good", "probe = []\n");
        folder.peer("unwritten", "good", "jvmFlags = [5]\n");
        Listing listing = folder.open().list();
        assertThat(listing.suites()).containsExactly("tiny");
        assertThat(listing.systems())
                .extracting(ListedSystem::name, ListedSystem::status)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("good", Status.READY),
                        org.assertj.core.groups.Tuple.tuple("iiop", Status.DOES_NOT_RUN),
                        org.assertj.core.groups.Tuple.tuple("old", Status.ABSENT),
                        org.assertj.core.groups.Tuple.tuple("tao", Status.ABSENT),
                        org.assertj.core.groups.Tuple.tuple("typo", Status.DOES_NOT_RUN),
                        org.assertj.core.groups.Tuple.tuple("unprobed", Status.DOES_NOT_RUN),
                        org.assertj.core.groups.Tuple.tuple("unwritten", Status.DOES_NOT_RUN));
        assertThat(listing.toJson())
                .contains("{\"name\":\"tao\",\"status\":\"absent\",\"reason\":\"TAO_ROOT is not"
                        + " set\",\"install\":\"write it\"}")
                .contains("\"status\":\"does not run\",\"reason\":\"GMBAL refuses\"")
                .contains("{\"name\":\"good\",\"status\":\"ready\",\"reason\":null,")
                .contains("there is no JDK 6")
                .contains("sever")
                .contains("unprobed/peer.toml: probe is a command of no words; it begins with a program")
                .contains("unwritten/peer.toml: jvmFlags[0]: text is needed, not 5");
    }

    @Test
    void asksOnceForWhatManySystemsNeedAndAgainForWhatWasNotThere() throws Exception {
        String probe = "probe = [\"sh\", \"-c\", \"echo >>%s; exit %d\"]\n";
        LabFolder folder = new LabFolder(root);
        for (String system : List.of("one", "other")) {
            folder.peer(system + "-here", "good", probe.formatted("here", 0));
            folder.peer(system + "-missing", "good", probe.formatted("missing", 1));
        }
        folder.open().list();
        assertThat(root.resolve("here")).hasContent("\n");
        assertThat(root.resolve("missing")).hasContent("\n\n");
    }

    @Test
    void showsAbsentSystemsAndRunsTheOthers() throws Exception {
        LabFolder folder = new LabFolder(root).with("good");
        folder.peer("tao", "good", NOT_HERE);
        folder.peer("iiop", "good", NOT_HERE + "doesNotRun = \"GMBAL refuses\"\n");
        Recorder recorder = new Recorder();
        Results results = folder.open().run(LabFolder.smoke("good", "iiop", "tao"), recorder);
        assertThat(results.absent())
                .containsExactly(
                        new Absent("iiop", "GMBAL refuses; TAO_ROOT is not set", "write it", "does not run"),
                        new Absent("tao", "TAO_ROOT is not set", "write it"));
        assertThat(results.cells()).extracting(Cell::system).containsOnly("good");
        assertThat(recorder.absent).hasSize(2);
        assertThat(recorder.announced).isEqualTo(2);
        assertThat(recorder.cells).isEqualTo(results.cells());
        assertThat(recorder.ended).isTrue();
    }

    @Test
    void runsWhateverIsReadyWhenNoSystemIsNamed() throws Exception {
        LabFolder folder = new LabFolder(root).with("good", "wrong");
        Results results = folder.open().run(LabFolder.smoke(), new Recorder());
        assertThat(results.cells()).extracting(Cell::system).containsExactly("good", "good", "wrong", "wrong");
        assertThat(results.published())
                .extracting(published -> published.title())
                .containsExactly("Tiny, as published");
        assertThat(results.claims())
                .extracting(JudgedClaim::suite, JudgedClaim::verdict)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("tiny", JudgedClaim.Outcome.NOT_TESTABLE));
        assertThat(results.machine().cores()).isPositive();
    }

    @Test
    void saysWhichOperationsASystemLacks() throws Exception {
        LabFolder folder = new LabFolder(root);
        folder.peer("half", "good", "operations = [\"octets\"]\n");
        Results results = folder.open().run(LabFolder.smoke("half"), new Recorder());
        assertThat(results.cells()).hasSize(2).allSatisfy(cell -> {
            assertThat(cell.verdict()).isEqualTo(Verdict.NOT_OFFERED);
            assertThat(cell.reason()).isEqualTo("its adapter has no operation 'people'");
        });
    }

    @Test
    void alternatesTheSystemsRoundByRoundAndComparesThemWithTheBaseline() throws Exception {
        LabFolder folder = new LabFolder(root).with("good", "echoes-twice");
        Recorder recorder = new Recorder();
        RunPlan plan = Plans.of(
                List.of("tiny"),
                List.of("good", "echoes-twice"),
                Preset.FULL,
                "good",
                null,
                Map.of("threads", List.of(2L)));
        Results results = folder.open().run(plan, recorder);
        assertThat(recorder.doings.stream().filter(doing -> doing.contains("round")))
                .containsExactly(
                        "good: round 1 of people-by-threads threads=2 size=1",
                        "echoes-twice: round 1 of people-by-threads threads=2 size=1",
                        "echoes-twice: round 2 of people-by-threads threads=2 size=1",
                        "good: round 2 of people-by-threads threads=2 size=1");
        Cell baseline = results.cells().get(0);
        Cell other = results.cells().get(1);
        assertThat(baseline.vsBaseline()).isEmpty();
        assertThat(baseline.mode()).isEqualTo("faithful");
        assertThat(other.rounds()).hasSize(2);
        Comparison comparison = other.vsBaseline().getFirst();
        assertThat(comparison.system()).isEqualTo("good");
        assertThat(comparison.callsPerSecond().medians()).isEqualTo(1.0);
        assertThat(comparison.p50().medians()).isEqualTo(0.5);
        assertThat(comparison.p50().spread().max()).isEqualTo(0.5);
        assertThat(comparison.callsPerSecond().difference().found()).isFalse();
        assertThat(comparison.p50().difference().couldBeFound()).isFalse();
    }

    @Test
    void tellsADifferenceFromNoneByThreeRounds() throws Exception {
        RunPlan plan = Plans.of(
                List.of("tiny"),
                List.of("good", "echoes-twice"),
                Preset.FULL,
                "good",
                3,
                Map.of("threads", List.of(2L)));
        Results results =
                new LabFolder(root).with("good", "echoes-twice").open().run(plan, new Recorder());
        Comparison comparison = results.cells().get(1).vsBaseline().getFirst();
        assertThat(comparison.p50().difference()).isEqualTo(new Difference(0.1, 0.1, true));
        assertThat(comparison.callsPerSecond().difference()).isEqualTo(new Difference(1, 0.1, false));
    }

    @Test
    void warmsUpUntilTheRateStandsStill() throws Exception {
        RunPlan plan =
                Plans.of(List.of("tiny"), List.of("good"), Preset.QUICK, null, 1, Map.of("threads", List.of(2L)));
        Results results = new LabFolder(root).with("good").open().run(plan, new Recorder());
        Cell cell = results.cells().getFirst();
        assertThat(cell.rounds()).hasSize(1);
        assertThat(cell.warmUp()).isNotNull();
        assertThat(cell.warmUp().stable()).isTrue();
        assertThat(cell.warmUp().windows()).isGreaterThanOrEqualTo(6);
    }

    @Test
    void preparesOnceAndAgainAfterAChange() throws Exception {
        LabFolder folder = new LabFolder(root);
        Path peer = folder.peer("good", "good", "prepare = [[\"sh\", \"-c\", \"echo once >> {cache}/log\"]]\n");
        folder.open().run(LabFolder.smoke("good"), new Recorder());
        folder.open().run(LabFolder.smoke("good"), new Recorder());
        Path log = root.resolve(".wherry/lab/good/log");
        assertThat(Files.readAllLines(log)).containsExactly("once");
        Files.writeString(peer.resolve("Source.java"), "class Source {}");
        folder.open().run(LabFolder.smoke("good"), new Recorder());
        assertThat(Files.readAllLines(log)).containsExactly("once", "once");
    }

    @Test
    void showsWhyASystemCouldNotBePrepared() throws Exception {
        LabFolder folder = new LabFolder(root);
        folder.peer("good", "good", "prepare = [[\"sh\", \"-c\", \"echo no such artifact; exit 1\"]]\n");
        Results results = folder.open().run(LabFolder.smoke("good"), new Recorder());
        assertThat(results.cells()).isEmpty();
        assertThat(results.absent().getFirst().probe()).contains("could not be prepared", "no such artifact");
    }

    @Test
    void refusesWhatDoesNotExistAndSaysWhatDoes() throws Exception {
        Lab lab = new LabFolder(root).with("good").open();
        Recorder recorder = new Recorder();
        assertThatThrownBy(() -> lab.run(LabFolder.smoke("corba"), recorder))
                .isInstanceOf(LabException.class)
                .hasMessage("Unknown system corba; known: good");
        assertThatThrownBy(() -> lab.run(plan("huge", Map.of()), recorder))
                .hasMessage("Unknown suite huge; known: tiny");
        assertThatThrownBy(() -> lab.run(plan("tiny", Map.of("bytes", List.of(1L))), recorder))
                .hasMessage("Unknown parameter bytes; known: threads, size");
        assertThatThrownBy(() -> lab.run(plan("tiny", Map.of("size", List.of(9L))), recorder))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("No workload is left");
    }

    private static RunPlan plan(String suite, Map<String, List<Long>> params) {
        return Plans.of(List.of(suite), List.of("good"), Preset.SMOKE, null, null, params);
    }

    @Test
    void keepsTheProcessesWhereThePlacementSays() throws Exception {
        for (Placement placement : List.of(Placement.FREE, Placement.SAME_CORE, Placement.CROSS_CORE)) {
            LabFolder folder = new LabFolder(root).with("good");
            Results results = folder.open().run(placed(List.of("people-by-threads"), placement), new Recorder());
            assertThat(results.cells()).hasSize(2).allSatisfy(cell -> {
                assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
                assertThat(cell.placement()).isEqualTo(placement.label());
            });
        }
    }

    @Test
    void doesNotPutTheTwoEndsOfOneProcessOnDifferentCores() throws Exception {
        LabFolder folder = new LabFolder(root);
        Path toml = folder.peer("good", "good", "").resolve("peer.toml");
        Files.writeString(toml, Files.readString(toml).replaceAll("server = .*\n", ""));
        Results results = folder.open().run(placed(List.of(), Placement.CROSS_CORE), new Recorder());
        assertThat(results.cells()).extracting(Cell::verdict).containsOnly(Verdict.NOT_OFFERED);
    }

    @Test
    void refusesAWorkloadThatTheSuitesDoNotHave() throws Exception {
        Lab lab = new LabFolder(root).with("good").open();
        assertThatThrownBy(() -> lab.run(placed(List.of("people-by-moons"), Placement.FREE), new Recorder()))
                .hasMessage("Unknown workload people-by-moons in tiny; known: people-by-threads");
    }

    private static RunPlan placed(List<String> workloads, Placement placement) {
        return Plans.of(List.of("tiny"), workloads, List.of("good"), Preset.SMOKE, null, null, Map.of(), placement, 20);
    }

    @Test
    void refusesAPlanThatNobodyCanCarryOut() {
        assertThatThrownBy(() -> Plans.of(List.of(), List.of(), Preset.SMOKE, null, null, Map.of()))
                .hasMessageContaining("No suite");
        assertThatThrownBy(() -> Plans.of(List.of("tiny"), List.of(), Preset.SMOKE, null, 0, Map.of()))
                .hasMessageContaining("at least 1");
        assertThatThrownBy(() -> Plans.of(List.of("tiny"), List.of(), Preset.SMOKE, null, 1001, Map.of()))
                .hasMessage("1,001 rounds were asked for; there must be at least 1, and at most 1,000");
        for (double cap : new double[] {-1, 0, Double.NaN}) {
            assertThatThrownBy(() -> Plans.of(
                            List.of("tiny"),
                            List.of(),
                            List.of(),
                            Preset.SMOKE,
                            null,
                            null,
                            Map.of(),
                            Placement.FREE,
                            cap))
                    .hasMessage("A cell may take %s s; it must be more than 0, or without an end".formatted(cap));
        }
        assertThatThrownBy(() -> Plans.of(List.of("tiny"), List.of("good"), Preset.SMOKE, "rmi", null, Map.of()))
                .hasMessageContaining("The baseline rmi is not among the systems to run: good");
    }

    @Test
    void refusesAFolderThatIsNoCheckout() {
        assertThatThrownBy(() -> Lab.open(root)).hasMessageContaining("no folder lab/suites");
    }
}
