package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.Listing.ListedSystem;
import dev.wherry.lab.Listing.Status;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FamilyTest {
    @TempDir
    private Path root;

    /** A family whose commands end with its members' arguments: how each behaves. */
    private LabFolder twins(String... members) throws IOException {
        LabFolder folder = new LabFolder(root);
        Path model = folder.peer("model", "good", "prepare = [[\"sh\", \"-c\", \"echo once >> {cache}/log\"]]\n");
        String toml = Files.readString(model.resolve("peer.toml"))
                .replaceAll("(name|title) = .*\n", "")
                .replace("\"good\"", "\"{arguments}\"");
        Files.delete(model.resolve("peer.toml"));
        Path family = Files.createDirectories(root.resolve("lab/peers/families/twins"));
        Files.writeString(family.resolve("family.toml"), toml);
        for (String member : members) {
            member(member, "arguments = [\"%s\"]".formatted(member));
        }
        return folder;
    }

    private void member(String name, String more) throws IOException {
        Path folder = Files.createDirectories(root.resolve("lab/peers").resolve(name));
        Files.writeString(
                folder.resolve("peer.toml"),
                "family = \"twins\"\nname = \"%s\"\ntitle = \"%s of the twins\"\n%s\n".formatted(name, name, more));
    }

    @Test
    void saysWhatItsMembersLeaveOutAndIsPreparedOnce() throws Exception {
        Results results =
                twins("good", "echoes-twice").open().run(LabFolder.smoke("good", "echoes-twice"), new Recorder());
        assertThat(results.absent()).isEmpty();
        assertThat(results.cells()).hasSize(4).extracting(Cell::verdict).containsOnly(Verdict.MEASURED);
        assertThat(results.cells().stream().map(Cell::title).distinct())
                .containsExactly("good of the twins", "echoes-twice of the twins");
        assertThat(Files.readAllLines(root.resolve(".wherry/lab/twins/log"))).containsExactly("once");
    }

    @Test
    void isReplacedByWhatAMemberSays() throws Exception {
        LabFolder folder = twins();
        member("other", "arguments = [\"good\"]\nserializer = \"smoke signals\"\ncannot = []");
        Results results = folder.open().run(LabFolder.smoke("other"), new Recorder());
        assertThat(results.cells()).extracting(Cell::verdict).containsOnly(Verdict.DID_NOT_CONFORM);
        assertThat(results.cells().getFirst().reason()).contains("smoke signals");
    }

    @Test
    void mayBeOfOneProcess() throws Exception {
        LabFolder folder = twins();
        member("alone", "arguments = [\"good\"]\nserver = []");
        RunPlan starts = Plans.of(List.of("starts"), List.of("alone"), Preset.SMOKE, null, null, Map.of());
        Results results = folder.withStarts().open().run(starts, new Recorder());
        assertThat(results.cells().getFirst().reason()).contains("it is one process");
    }

    @Test
    void startsNoClientOfNoWords() throws Exception {
        LabFolder folder = twins();
        member("lost", "arguments = [\"good\"]\nclient = []");
        member("started", "arguments = [\"good\"]\nserver = [\"\"]");
        member("known", "arguments = [\"good\"]\nclient = []\ndoesNotRun = \"it is a legend\"");
        assertThat(folder.open().list().systems())
                .extracting(ListedSystem::reason)
                .satisfiesExactly(
                        known -> assertThat(known).isEqualTo("it is a legend"),
                        lost -> assertThat(lost).contains("lost/peer.toml: client is a command of no words"),
                        started -> assertThat(started).contains("started/peer.toml: server is a command of no words"));
    }

    @Test
    void isToldWhereItIsMissingOrSaidToBePreparedByAMember() throws Exception {
        LabFolder folder = twins();
        member("differs", "arguments = [\"good\"]\nprepare = []");
        Path orphan = Files.createDirectories(root.resolve("lab/peers/orphan"));
        Files.writeString(orphan.resolve("peer.toml"), "family = \"lost\"\nname = \"orphan\"\n");
        List<ListedSystem> systems = folder.open().list().systems();
        assertThat(systems).extracting(ListedSystem::status).containsOnly(Status.DOES_NOT_RUN);
        assertThat(systems.get(0).reason()).contains("prepare, inputs and jdk belong into its file");
        assertThat(systems.get(1).reason()).contains("families/lost/family.toml does not exist");
    }
}
