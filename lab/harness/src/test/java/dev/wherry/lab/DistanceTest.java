package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Systems that nothing can keep apart, or that say so wrongly. {@link CommonPeerTest} has one that is. */
class DistanceTest {
    @TempDir
    Path root;

    @AfterEach
    void leavesNoProcess() {
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    private Cell run(String more) throws Exception {
        return run("good", more);
    }

    private Cell run(String behaviour, String more) throws Exception {
        LabFolder folder = new LabFolder(root);
        folder.peer("good", behaviour, more);
        Path suite = root.resolve("lab/suites/tiny/suite.toml");
        Files.writeString(suite, Files.readString(suite).replace("size = [1]", "size = [1], distanceMillis = [5]"));
        RunPlan plan = new RunPlan(List.of("tiny"), List.of("good"), Preset.SMOKE, null, null, Map.of());
        return folder.open().run(plan, new Recorder()).cells().getFirst();
    }

    @Test
    void isNotOfferedWhereNoRelayCanStandBetween() throws Exception {
        Cell cell = run("");
        assertThat(cell.verdict()).isEqualTo(Verdict.NOT_OFFERED);
        assertThat(cell.reason())
                .isEqualTo("no relay can stand between its client and its server, so nothing keeps them apart");
    }

    @Test
    void failsWhereTheAddressHasNoPort() throws Exception {
        Cell cell = run("relay = true\n");
        assertThat(cell.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(cell.reason()).contains("\"nowhere\" does not end with a port");
    }

    @Test
    void failsWhereThePortIsNone() throws Exception {
        Cell cell = run("ready-at-99999", "relay = true\n");
        assertThat(cell.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(cell.reason()).contains("\"99999\" does not end with a port");
    }

    @Test
    void isNoMatterOfOneProcess() throws Exception {
        Path toml = new LabFolder(root).peer("good", "good", "relay = true\n").resolve("peer.toml");
        Files.writeString(toml, Files.readString(toml).replaceAll("server = .*\n", ""));
        assertThatThrownBy(() -> Peer.read(toml.getParent()))
                .hasMessageEndingWith("peer.toml: relay is set, and there is no server, which it is about");
    }
}
