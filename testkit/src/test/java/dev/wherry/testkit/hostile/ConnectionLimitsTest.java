package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.Reason.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Watcher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Connections over a limit: the client gets the reason, and one peer does not lock others out. */
class ConnectionLimitsTest {
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    @TempDir
    Path folder;

    private Endpoint listen(Limits limits) {
        Endpoint server = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0", EndpointOptions.builder().limits(limits).build()));
        server.bind("good", Watcher.class, number -> number + 1);
        return server;
    }

    @Test
    void reportsTheExceededLimitToTheClient() throws Exception {
        for (Limits limits : List.of(
                Limits.builder().connections(1).build(),
                Limits.builder().connectionsPerPeer(1).build())) {
            Endpoint server = listen(limits);
            String limit = limits.connections() == 1 ? "'connections'" : "'connectionsPerPeer'";
            try (RawPeer first = RawPeer.handshake(server.address())) {
                Endpoint second = endpoints.watch(Endpoint.create());
                for (int i = 0; i < 20; i++) { // each attempt, however the network treats a closed connection
                    assertThatThrownBy(() -> second.connect(server.address().toString()))
                            .isInstanceOfSatisfying(
                                    CallException.class,
                                    refusal -> assertThat(refusal.code()).isEqualTo(Code.REFUSED))
                            .hasMessageContaining(limit);
                }
                first.assertAlive();
            }
            Await.until("the first session to end", () -> server.statistics().sessions() == 0);
            try (RawPeer next = RawPeer.handshake(server.address())) {
                next.assertAlive();
            }
        }
    }

    @Test
    void refusesLanesAndServesTheirCallsOnTheMainLink() {
        Endpoint server = listen(Limits.builder().connectionsPerPeer(1).build());
        Endpoint client = endpoints.watch(Endpoint.create());
        Watcher stub = client.lookup(server.address() + "/good", Watcher.class);
        for (int i = 0; i < 100; i++) {
            assertThat(stub.seen(i)).isEqualTo(i + 1);
        }
        assertThat(client.statistics().lanes()).isZero();
    }

    @Test
    void acceptsOtherPeersWhileOneHasReachedItsLimit() throws Exception {
        Endpoint server = listen(Limits.builder().connectionsPerPeer(3).build());
        String other = server.listenAt("unix:" + folder.resolve("s")).toString();
        List<RawPeer> peers = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                peers.add(RawPeer.handshake(server.address()));
            }
            try (RawPeer more = new RawPeer(server.address())) {
                more.send(RawPeer.PREAMBLE);
                more.send(RawPeer.hello(0, 0, 0));
                more.receivePreamble();
                assertThat(more.goAway()).isEqualTo(LIMIT);
            }
            Watcher stub = endpoints.watch(Endpoint.create()).lookup(other + "#good", Watcher.class);
            assertThat(stub.seen(1)).isEqualTo(2);
            assertThat(Calls.peer(stub).orElseThrow().isOpen()).isTrue();
        } finally {
            for (RawPeer peer : peers) {
                peer.close();
            }
        }
    }

    /** A session without a call keeps its place for 10 s, whatever other frames it sends. */
    @Tag("long")
    @Test
    void replacesASessionWithoutCalls() throws Exception {
        Endpoint server = listen(Limits.builder().connections(2).build());
        try (RawPeer idle = RawPeer.handshake(server.address());
                RawPeer busy = RawPeer.handshake(server.address())) {
            busy.send(RawPeer.define(0, Watcher.class.getName(), "seen(I)I"));
            Endpoint late = endpoints.watch(Endpoint.create());
            String address = server.address().toString();
            long until = System.nanoTime() + Running.LONG.toNanos();
            for (int id = 1; !isAccepted(late, address); id++) {
                assertThat(System.nanoTime())
                        .as("time at which a session was accepted")
                        .isLessThan(until);
                busy.send(RawPeer.call(id, 1_000, 0));
                busy.answer();
                idle.assertAlive();
                Thread.sleep(100);
            }
            assertThat(idle.goAway()).isEqualTo(RawPeer.Reason.IDLE);
            busy.assertAlive();
        }
    }

    private static boolean isAccepted(Endpoint client, String address) {
        try {
            return client.connect(address).isOpen();
        } catch (CallException e) {
            assertThat(e.code()).isEqualTo(Code.REFUSED);
            return false;
        }
    }
}
