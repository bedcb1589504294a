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

/** Connections beyond a limit: they are told so, and one peer does not keep others out. */
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
    void tellAClientWhichLimitKeepsItOut() throws Exception {
        for (Limits limits : List.of(
                Limits.builder().connections(1).build(),
                Limits.builder().connectionsPerPeer(1).build())) {
            Endpoint server = listen(limits);
            String limit = limits.connections() == 1 ? "'connections'" : "'connectionsPerPeer'";
            try (RawPeer first = RawPeer.greeted(server.address())) {
                Endpoint second = endpoints.watch(Endpoint.create());
                for (int i = 0; i < 20; i++) { // each time, whatever the network does with a closed connection
                    assertThatThrownBy(() -> second.connect(server.address().toString()))
                            .isInstanceOfSatisfying(
                                    CallException.class,
                                    refusal -> assertThat(refusal.code()).isEqualTo(Code.REFUSED))
                            .hasMessageContaining(limit);
                }
                first.assertAlive();
            }
            Await.until("the place to be free", () -> server.statistics().sessions() == 0);
            try (RawPeer next = RawPeer.greeted(server.address())) {
                next.assertAlive();
            }
        }
    }

    @Test
    void keepLanesOutAndLeaveTheirCallsToTheMainLink() {
        Endpoint server = listen(Limits.builder().connectionsPerPeer(1).build());
        Endpoint client = endpoints.watch(Endpoint.create());
        Watcher stub = client.lookup(server.address() + "/good", Watcher.class);
        for (int i = 0; i < 100; i++) {
            assertThat(stub.seen(i)).isEqualTo(i + 1);
        }
        assertThat(client.statistics().lanes()).isZero();
    }

    @Test
    void letOtherPeersInWhileOneHasAllThatItMay() throws Exception {
        Endpoint server = listen(Limits.builder().connectionsPerPeer(3).build());
        String other = server.listenAt("unix:" + folder.resolve("s")).toString();
        List<RawPeer> peers = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                peers.add(RawPeer.greeted(server.address()));
            }
            try (RawPeer more = new RawPeer(server.address())) {
                more.say(RawPeer.PREAMBLE);
                more.say(RawPeer.hello(0, 0, 0));
                more.hearPreamble();
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

    /** A session keeps its place for 10 s without a call, whatever else it says. */
    @Tag("long")
    @Test
    void takeThePlaceOfASessionThatHasNoCalls() throws Exception {
        Endpoint server = listen(Limits.builder().connections(2).build());
        try (RawPeer idle = RawPeer.greeted(server.address());
                RawPeer busy = RawPeer.greeted(server.address())) {
            busy.say(RawPeer.define(0, Watcher.class.getName(), "seen(I)I"));
            Endpoint late = endpoints.watch(Endpoint.create());
            String address = server.address().toString();
            long until = System.nanoTime() + Running.LONG.toNanos();
            for (int id = 1; !isLetIn(late, address); id++) {
                assertThat(System.nanoTime()).as("a place was not free in time").isLessThan(until);
                busy.say(RawPeer.call(id, 1_000, 0));
                busy.answer();
                idle.assertAlive();
                Thread.sleep(100);
            }
            assertThat(idle.goAway()).isEqualTo(RawPeer.Reason.IDLE);
            busy.assertAlive();
        }
    }

    private static boolean isLetIn(Endpoint client, String address) {
        try {
            return client.connect(address).isOpen();
        } catch (CallException e) {
            assertThat(e.code()).isEqualTo(Code.REFUSED);
            return false;
        }
    }
}
