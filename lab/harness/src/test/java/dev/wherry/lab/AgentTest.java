package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers that an agent starts, which has a checkout of its own. */
@Timeout(120)
class AgentTest {
    static final String TOKEN = "a token of some length";
    private static final String AUTHOR = "-c user.name=t -c user.email=t@example.org";

    @TempDir
    Path here;

    @TempDir
    Path there;

    private @Nullable Endpoint listening;

    /** A lab in a virtual machine of its own: {@code ROOT URI SYSTEM}. It tells what it does, and each verdict. */
    public static final class LonelyLab {
        private LonelyLab() {}

        public static void main(String[] args) throws Exception {
            Recorder recorder = Recorder.telling();
            Results results = Lab.open(Path.of(args[0])).showing(TOKEN).run(plan(args[1], args[2]), recorder);
            results.cells()
                    .forEach(cell -> System.out.println(
                            cell.verdict() + " " + cell.placement() + " " + cell.reason() + " " + cell.versions()));
        }
    }

    @BeforeEach
    void listens() throws Exception {
        listening = Endpoint.listen("tcp://127.0.0.1:0");
    }

    private Endpoint endpoint() {
        return Objects.requireNonNull(listening);
    }

    @AfterEach
    void leavesNoProcess() {
        endpoint().close();
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    private static RunPlan plan(String uri, String... systems) {
        return plan(uri, Map.of("threads", List.of(2L)), systems);
    }

    static RunPlan plan(String uri, Map<String, List<Long>> params, String... systems) {
        return new RunPlan(
                List.of("tiny"),
                List.of(),
                List.of(systems),
                Preset.SMOKE,
                null,
                null,
                null,
                params,
                Placement.FREE,
                20,
                uri);
    }

    private RunPlan planned(String... systems) {
        return plan(endpoint().address().toString(), systems);
    }

    private Lab lab() throws IOException {
        return Lab.open(here).showing(TOKEN);
    }

    @Test
    void startsServersFromItsOwnCheckout() throws Exception {
        String log = "prepare = [[\"sh\", \"-c\", \"echo once >> {cache}/log\"]]\n";
        LabFolder folder = new LabFolder(here).withMeeting("meets");
        new LabFolder(there).withMeeting("meets").open().serveAt(endpoint(), TOKEN);
        for (Path root : List.of(here, there)) {
            Path toml = root.resolve("lab/peers/meets/peer.toml");
            Files.writeString(toml, Files.readString(toml) + log);
        }
        Recorder recorder = new Recorder();
        Results results = lab().run(planned("meets"), recorder);
        Cell cell = results.cells().getFirst();
        assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
        assertThat(results.serverHost()).isNotNull();
        assertThat(results.serverHost().machine().cores()).isPositive();
        assertThat(recorder.notes).singleElement().asString().startsWith("The checkouts may differ: ");
        assertThat(folder.root().resolve(".wherry/lab/meets/log")).exists();
        assertThat(there.resolve(".wherry/lab/meets")).isDirectory();
    }

    @Test
    void tellsWhatAServerDiedOf() throws Exception {
        new LabFolder(here).with("dies", "noisy-start");
        new LabFolder(there).with("dies", "noisy-start").open().serveAt(endpoint(), TOKEN);
        Results results = lab().run(planned("dies", "noisy-start"), new Recorder());
        assertThat(results.cells()).extracting(Cell::verdict).containsOnly(Verdict.FAILED);
        assertThat(results.cells().get(0).reason()).contains("the client died with exit code 3");
        assertThat(results.cells().get(1).reason()).contains("the server printed \"Welcome to the framework!\"");
    }

    @Test
    void showsWhatIsMissingThere() throws Exception {
        new LabFolder(here).withMeeting("meets");
        new LabFolder(there).with("good").open().serveAt(endpoint(), TOKEN);
        Results results = lab().run(planned("meets"), new Recorder());
        assertThat(results.cells()).isEmpty();
        assertThat(results.absent().getFirst().probe())
                .startsWith("at tcp://127.0.0.1:")
                .endsWith("there is no sound system meets; there are: good");
    }

    static Consumer<Throwable> fails(Code code) {
        return thrown -> assertThat(thrown)
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void turnsAwayWhoDoesNotKnowTheToken() throws Exception {
        new LabFolder(there).with("good").open().serveAt(endpoint(), TOKEN);
        Lab lab = new LabFolder(here).with("good").open();
        String uri = endpoint().address().toString();
        assertThatThrownBy(() -> lab.showing("another token, as long").run(plan(uri, "good"), new Recorder()))
                .satisfies(fails(Code.REFUSED))
                .hasMessageContaining("The token is not this agent's");
        assertThatThrownBy(() -> lab.run(plan(uri, "good"), new Recorder()))
                .isInstanceOf(LabException.class)
                .hasMessage("The agent at " + uri + " asks for its token");
        assertThatThrownBy(() -> lab.serveAt(endpoint(), "short"))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("A token of 5 characters could be guessed");
    }

    @Test
    void isMissedWhereNobodyListens() throws Exception {
        Lab lab = new LabFolder(here).with("good").open();
        String uri = endpoint().address().toString();
        endpoint().close();
        assertThatThrownBy(() -> lab.showing(TOKEN).run(plan(uri, "good"), new Recorder()))
                .satisfies(fails(Code.UNAVAILABLE))
                .hasMessageStartingWith("The agent at tcp://127.0.0.1:");
    }

    @Test
    void endsWhatItStartedWhenTheLabIsKilledAndServesTheNext() throws Exception {
        new LabFolder(here).with("hangs", "good");
        new LabFolder(there).with("hangs", "good").open().serveAt(endpoint(), TOKEN);
        Process lab = LonelyAgent.java(
                List.of(),
                LonelyLab.class,
                here.toString(),
                endpoint().address().toString(),
                "hangs");
        LonelyAgent.hear(lab.inputReader(), "round");
        assertThatThrownBy(() -> lab().run(planned("good"), new Recorder()))
                .satisfies(fails(Code.REFUSED))
                .hasMessageContaining("goes on here; two at once would disturb each other");
        ProcessHandle server = ProcessHandle.current()
                .children()
                .filter(child -> child.pid() != lab.pid())
                .findFirst()
                .orElseThrow();
        lab.destroyForcibly();
        server.onExit().get(60, TimeUnit.SECONDS);
        Results results = lab().run(planned("good"), new Recorder());
        assertThat(results.cells()).extracting(Cell::verdict).containsOnly(Verdict.MEASURED);
        assertThat(lab.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(TemporaryFilesTest.of(ProcessHandle.current().pid())).isEmpty();
    }

    private void interruptAfterTheFirst(Checkpoint checkpoint) throws IOException {
        Recorder recorder = Recorder.interruptingAfter(1);
        RunPlan whole = plan(endpoint().address().toString(), Map.of(), "good");
        assertThatThrownBy(() -> lab().run(whole, recorder, checkpoint)).isInstanceOf(InterruptedException.class);
        assertThat(recorder.cells).hasSize(1);
    }

    @Test
    void isGoneBackToByARunThatWasInterruptedWithoutATokenInAFile() throws Exception {
        new LabFolder(here).with("good");
        LabFolder servers = new LabFolder(there).with("good");
        asRepository(there);
        servers.open().serveAt(endpoint(), TOKEN);
        Checkpoint checkpoint = Checkpoint.in(here.resolve("out"));
        interruptAfterTheFirst(checkpoint);

        assertThat(checkpoint.file()).content().doesNotContain(TOKEN);
        assertThatThrownBy(() -> Lab.open(here).resume(checkpoint, new Recorder()))
                .isInstanceOf(LabException.class)
                .hasMessageEndingWith("asks for its token");
        Path added = Files.writeString(there.resolve("lab/peers/good/Source.java"), "class Source {}");
        assertThatThrownBy(() -> lab().resume(checkpoint, new Recorder()))
                .isInstanceOf(LabException.class)
                .hasMessageContaining(
                        "at the servers' host these systems, or what they are made of, have changed: good");
        Files.delete(added);
        Files.writeString(there.resolve("notes.txt"), "No system is made of this");
        shell("cd %s && git add -A && git %s commit -q -m t".formatted(there, AUTHOR));
        Results results = lab().resume(checkpoint, new Recorder());
        assertThat(results.cells()).hasSize(2);
        assertThat(results.cells()).extracting(Cell::verdict).containsOnly(Verdict.MEASURED);
        assertThat(results.resumedAt()).hasSize(1);
    }

    private static void asRepository(Path root) throws Exception {
        shell("cd %s && echo .wherry > .gitignore && git init -q . && git add -A && git %s commit -q -m t"
                .formatted(root, AUTHOR));
    }

    @Test
    void isReachedFromAnotherHost() throws Exception {
        Namespaces.assumeAllowed();
        new LabFolder(here).withMeeting("meets");
        new LabFolder(there).withMeeting("meets");
        String name = "wherry-lab-%d-0-".formatted(ProcessHandle.current().pid());
        String one = name + "client";
        String other = name + "server";
        List<Process> started = new ArrayList<>();
        try {
            shell("""
                ip netns add %1$s && ip netns add %2$s &&
                ip link add lab netns %1$s type veth peer name lab netns %2$s &&
                ip -n %1$s address add 10.112.0.1/30 dev lab && ip -n %2$s address add 10.112.0.2/30 dev lab &&
                ip -n %1$s link set lo up && ip -n %2$s link set lo up &&
                ip -n %1$s link set lab up && ip -n %2$s link set lab up
                """.formatted(one, other));
            LonelyAgent agent = LonelyAgent.start(List.of("ip", "netns", "exec", other), there, "tcp://10.112.0.2:0");
            started.add(agent.process());
            Process lab = LonelyAgent.java(
                    List.of("ip", "netns", "exec", one), LonelyLab.class, here.toString(), agent.uri(), "meets");
            started.add(lab);
            assertThat(LonelyAgent.hear(lab.inputReader(), "two-hosts"))
                    .startsWith("MEASURED")
                    .contains("client=10.112.0.1", "server=10.112.0.2:");
            assertThat(lab.waitFor(60, TimeUnit.SECONDS)).isTrue();
            agent.process().getOutputStream().close();
            assertThat(agent.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            started.forEach(Process::destroyForcibly);
            shell("ip netns delete %s; ip netns delete %s".formatted(one, other));
        }
    }

    private static void shell(String script) throws Exception {
        assertThat(new ProcessBuilder("sh", "-c", script).inheritIO().start().waitFor())
                .isZero();
    }
}
