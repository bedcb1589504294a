package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.sample.Depot;
import dev.wherry.testkit.sample.Item;
import dev.wherry.testkit.sample.Watcher;
import dev.wherry.testkit.sample.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A client whose JVM is killed during calls: the server releases all that belongs to it. */
class KilledPeerTest {
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final ReferencesPart.Storing depot = new ReferencesPart.Storing();
    private final Working work = new Working();

    @Test
    void doesNotHarmTheServerOverTcp() throws Exception {
        doesNotHarmTheServer("tcp://127.0.0.1:0", "/");
    }

    @Test
    void doesNotHarmTheServerOverAUnixSocket(@TempDir Path folder) throws Exception {
        doesNotHarmTheServer("unix:" + folder.resolve("socket"), "#");
    }

    private void doesNotHarmTheServer(String at, String beforeName) throws Exception {
        Endpoint server = endpoints.watch(Endpoint.listen(
                at,
                EndpointOptions.builder().resumeWindow(Duration.ofSeconds(1)).build()));
        server.bind("depot", Depot.class, depot);
        server.bind("work", Work.class, work);
        server.bind("good", Watcher.class, number -> number + 1);
        String uri = server.address() + beforeName;
        Endpoint other = endpoints.watch(Endpoint.create());
        Watcher good = other.lookup(uri + "good", Watcher.class);
        try (ChildJvm client = new ChildJvm(List.of(
                "-cp",
                ChildJvm.path(Endpoint.class, Depot.class, DyingClient.class),
                DyingClient.class.getName(),
                uri + "depot",
                uri + "work"))) {
            client.awaitLine("holding 100");
            work.awaitEntered(8);
            assertThat(server.statistics().exports()).isEqualTo(100);
            assertThat(server.statistics().imports()).isEqualTo(1);
            Item clients = depot.kept();
            assertThat(clients.name()).isEqualTo("the client's item");
            client.kill();
            Await.until(
                    () -> "the session to end: " + server.statistics(),
                    () -> server.statistics().sessions() == 1);
            Failing.withCode(Code.UNAVAILABLE, clients::name);
        }
        work.awaitInterrupted(8);
        Await.until(
                () -> "all references to be released: " + server.statistics(),
                () -> server.statistics().exports() == 0);
        depot.keep(null);
        assertThat(good.seen(1)).isEqualTo(2);
    }
}
