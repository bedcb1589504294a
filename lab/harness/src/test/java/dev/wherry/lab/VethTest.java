package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Client and server in two network namespaces: needs root and the command ip. */
@Timeout(120)
class VethTest {
    @TempDir
    Path root;

    private static RunPlan plan(String... systems) {
        return Plans.of(
                List.of("tiny"),
                List.of(),
                List.of(systems),
                Preset.SMOKE,
                null,
                null,
                Map.of("threads", List.of(2L)),
                Placement.VETH,
                20);
    }

    @Test
    void isRefusedWhereItCannotBe() throws Exception {
        Namespaces.assumeMissing();
        Lab lab = new LabFolder(root).withMeeting("meets").open();
        assertThatThrownBy(() -> lab.run(plan("meets"), new Recorder()))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith("The placement veth needs ");
    }

    @Test
    void letsTheTwoEndsMeetOverACable() throws Exception {
        Namespaces.assumeAllowed();
        Results results = new LabFolder(root).withMeeting("meets").open().run(plan("meets"), new Recorder());
        Cell cell = results.cells().getFirst();
        assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
        assertThat(cell.placement()).isEqualTo("veth");
        assertThat(cell.versions().get("server")).startsWith("10.");
        assertThat(cell.versions().get("client"))
                .startsWith("10.")
                .isNotEqualTo(cell.versions().get("server"));
        assertThat(Namespaces.of(ProcessHandle.current().pid())).isEmpty();
    }

    @Test
    void isNotOfferedToThoseWhoListenOnLoopback() throws Exception {
        Namespaces.assumeAllowed();
        LabFolder folder = new LabFolder(root).with("good");
        Path near = folder.peer("near", "good", "").resolve("peer.toml");
        Files.writeString(near, Files.readString(near).replace("transport = \"tcp\"", "transport = \"shm\""));
        Results results = folder.open().run(plan("good", "near"), new Recorder());
        assertThat(results.cells()).extracting(Cell::verdict).containsOnly(Verdict.NOT_OFFERED);
        assertThat(results.cells())
                .extracting(Cell::reason)
                .containsExactly(
                        "its adapter has no setting for the address at which it listens",
                        "its two ends meet within one host only: it goes over shm");
    }

    @Test
    void leavesNothingWhenItIsStopped() throws Exception {
        Namespaces.assumeAllowed();
        assertThat(Namespaces.of(hang(ProcessHandle::destroy))).isEmpty();
    }

    @Test
    void removesWhatAKilledLabHasLeft() throws Exception {
        Namespaces.assumeAllowed();
        long killed = hang(ProcessHandle::destroyForcibly);
        assertThat(Namespaces.of(killed)).hasSize(2);
        letsTheTwoEndsMeetOverACable();
        assertThat(Namespaces.of(killed)).isEmpty();
    }

    @Test
    void removesThatBeforeARunWithoutNamespacesToo() throws Exception {
        Namespaces.assumeAllowed();
        long killed = hang(ProcessHandle::destroyForcibly);
        assertThat(Namespaces.of(killed)).hasSize(2);
        new LabFolder(root).with("good").open().run(LabFolder.smoke("good"), new Recorder());
        assertThat(Namespaces.of(killed)).isEmpty();
    }

    /** Starts a lab and ends it in the middle of a round: its process identifier. */
    private long hang(Consumer<ProcessHandle> how) throws Exception {
        new LabFolder(root).peer("hangs", "hangs", "hosts = true\n");
        LabProcess lab = LabProcess.inARound(root, plan("hangs"));
        assertThat(Namespaces.of(lab.pid())).hasSize(2);
        lab.end(how);
        return lab.pid();
    }
}
