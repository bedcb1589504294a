package dev.wherry.lab.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Workshop;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RemoteServers;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Changed;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.site.Child.Line;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProcessPlacementTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private ProcessPlacement site;
    private ProcessPlacement elsewhere;
    private Path cache;
    private Peer peer;

    /** Its server prints that it is ready, and ends at the first line of input. */
    @BeforeEach
    void hasASystem(@TempDir Path root) throws Exception {
        Path folder = Files.createDirectories(root.resolve("lab/peers/brief"));
        Files.writeString(folder.resolve("peer.toml"), """
            name = "brief"
            title = "It ends"
            transport = "tcp"
            serializer = "none"
            operations = ["addOne"]
            probe = ["true"]
            install = ""
            server = ["sh", "-c", "echo ready; read line"]
            client = ["true"]
            """);
        peer = Peer.read(folder);
        Workshop workshop = new Workshop(root, root.resolve("cache"));
        cache = Files.createDirectories(workshop.cache(peer)).toRealPath();
        site = ProcessPlacement.of(plan(null), false, workshop);
        elsewhere =
                ProcessPlacement.of(plan(new RemoteServers(List.of("env", "OVER=there"), "10.0.0.2")), false, workshop);
    }

    @AfterEach
    void leavesNoProcess() {
        site.close();
        elsewhere.close();
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    private Child serve() throws Exception {
        Child child = site.serve(peer);
        assertThat(child.receive(PATIENCE)).isEqualTo(new Line("ready"));
        return child;
    }

    private WeakReference<Child> servesAndEnds() throws Exception {
        Child child = serve();
        child.end(PATIENCE);
        return new WeakReference<>(child);
    }

    @Test
    void keepsNothingOfThoseThatHaveEnded() throws Exception {
        List<WeakReference<Child>> ended = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ended.add(servesAndEnds());
        }
        Child last = serve();
        for (WeakReference<Child> each : ended) {
            while (each.get() != null) {
                System.gc();
                Thread.sleep(10);
            }
        }
        last.send("one that runs is kept, and was not ended");
    }

    @Test
    void endsThoseThatStillRunWhenItIsClosedAndStartsNoOther() throws Exception {
        Child first = serve();
        servesAndEnds();
        Child last = serve();
        site.close();
        assertThat(first.howItEnded(PATIENCE)).startsWith("died with exit code");
        assertThat(last.howItEnded(PATIENCE)).startsWith("died with exit code");
        assertThatThrownBy(() -> site.serve(peer))
                .isInstanceOf(IOException.class)
                .hasMessage("the run that it was started for has ended");
    }

    @Test
    void startsServersOnAnotherHostWithThePrefixAndTheAddressThatTheyListenAt() throws Exception {
        Peer tells = Changed.of(peer, Map.of("server", List.of("sh", "-c", "echo $OVER $LAB_HOST $PWD; read line")));
        Child child = elsewhere.serve(tells);
        assertThat(child.receive(PATIENCE)).isEqualTo(new Line("there 10.0.0.2 " + cache));
        child.end(PATIENCE);
        assertThat(elsewhere.label()).isEqualTo("two-hosts");
        assertThat(elsewhere.isRemote()).isTrue();
        assertThat(elsewhere.refusal(peer)).contains("its adapter has no setting for the address at which it listens");
    }

    private static RunPlan plan(@Nullable RemoteServers servers) {
        return new RunPlan(
                List.of("tiny"),
                List.of(),
                List.of(),
                Preset.SMOKE,
                null,
                null,
                null,
                Map.of(),
                Placement.FREE,
                20,
                servers);
    }
}
