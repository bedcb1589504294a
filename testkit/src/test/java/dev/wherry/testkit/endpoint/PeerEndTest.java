package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.PeerEnd;
import dev.wherry.PeerEnd.Reason;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.faults.FaultyRelay;
import dev.wherry.testkit.sample.Watcher;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ends of connections as their listeners see them, at both sides. */
@EnabledOnOs(OS.LINUX) // which has all three transports
class PeerEndTest {
    private static final EndpointOptions QUICK = EndpointOptions.builder()
            .heartbeat(Duration.ofMillis(200))
            .resumeWindow(Duration.ofMillis(500))
            .sharedMemory(false)
            .build();

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    @TempDir
    private Path folder;

    private final BlockingQueue<PeerEnd> seenByServer = new LinkedBlockingQueue<>();
    private final BlockingQueue<PeerEnd> seenByClient = new LinkedBlockingQueue<>();
    private final Queue<Peer> callers = new ConcurrentLinkedQueue<>();
    private Instant before;

    @BeforeEach
    void readTheClock() {
        before = Instant.now();
    }

    private String at(String scheme) {
        return scheme.equals("tcp") ? "tcp://127.0.0.1:0" : scheme + ":" + folder.resolve("socket");
    }

    private static String watcher(Object address) {
        return address + (address.toString().startsWith("tcp") ? "/watcher" : "#watcher");
    }

    /** Serves a watcher whose method listens for the end of its caller. */
    private Endpoint server(String at, EndpointOptions options) {
        Endpoint server = endpoints.watch(Endpoint.listen(at, options));
        server.bind("watcher", Watcher.class, number -> {
            Peer caller = Calls.caller().orElseThrow();
            callers.add(caller);
            caller.onEnd(seenByServer::add);
            return number + 1;
        });
        return server;
    }

    /** Returns the peer of a client that has made one call. */
    private Peer call(Endpoint client, Object address) {
        Watcher stub = client.lookup(watcher(address), Watcher.class);
        assertThat(stub.seen(1)).isEqualTo(2);
        Peer peer = Calls.peer(stub).orElseThrow();
        peer.onEnd(seenByClient::add);
        return peer;
    }

    private void assertTold(BlockingQueue<PeerEnd> seen, Reason reason) throws InterruptedException {
        PeerEnd told = seen.poll(Running.LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(told).isNotNull();
        assertThat(told.reason()).as("%s", told).isEqualTo(reason);
        assertThat(told.message()).isNotBlank();
        assertThat(told.time()).isBetween(before.minusSeconds(1), Instant.now().plusSeconds(1));
        assertThat(seen).as("notified once").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix", "shm"})
    void isThatThePeerHasLeftIfItCloses(String scheme) throws Exception {
        Endpoint server = server(at(scheme), EndpointOptions.defaults());
        call(endpoints.watch(Endpoint.create()), server.address()).close();
        assertTold(seenByClient, Reason.CLOSED);
        assertTold(seenByServer, Reason.LEFT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix", "shm"})
    void isThatTheServerHasLeftIfItCloses(String scheme) throws Exception {
        Endpoint server = server(at(scheme), EndpointOptions.defaults());
        Endpoint client = endpoints.watch(Endpoint.create());
        call(client, server.address());
        callers.remove().close();
        assertTold(seenByServer, Reason.CLOSED);
        assertTold(seenByClient, Reason.LEFT);
        call(client, server.address());
        server.close();
        assertTold(seenByServer, Reason.CLOSED);
        assertTold(seenByClient, Reason.LEFT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"unix", "shm"})
    void isThatAClientHasDiedIfItsProcessOnThisHostIsKilled(String scheme) throws Exception {
        assertThatAKilledClientEnds(scheme, EndpointOptions.defaults(), Reason.DIED);
    }

    /** The network may have failed as well. */
    @Test
    void isThatAClientHasExpiredIfItsDistantProcessIsKilledAndItDoesNotConnectAgain() throws Exception {
        EndpointOptions options =
                EndpointOptions.builder().resumeWindow(Duration.ofMillis(500)).build();
        assertThatAKilledClientEnds("tcp", options, Reason.EXPIRED);
    }

    private void assertThatAKilledClientEnds(String scheme, EndpointOptions options, Reason reason) throws Exception {
        Endpoint server = server(at(scheme), options);
        try (ChildJvm client = Guest.start("call", watcher(server.address()))) {
            client.awaitLine("called");
            assertThat(seenByServer).isEmpty();
            client.kill();
            assertTold(seenByServer, reason);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix", "shm"})
    void isThatAServerHasDiedIfItsProcessIsKilled(String scheme) throws Exception {
        try (ChildJvm server = Guest.start("serve", at(scheme))) {
            call(endpoints.watch(Endpoint.create()), server.awaitLine("at ").substring("at ".length()));
            server.kill();
            assertTold(seenByClient, Reason.DIED);
        }
    }

    @Test
    void isThatASilentPeerHasExpired() throws Exception {
        Endpoint server = server("tcp://127.0.0.1:0", QUICK);
        try (FaultyRelay relay = new FaultyRelay(server.address(), 1)) {
            call(endpoints.watch(Endpoint.create(QUICK)), relay.address());
            relay.refuse();
            relay.hold();
            assertTold(seenByClient, Reason.EXPIRED);
            assertTold(seenByServer, Reason.EXPIRED);
        }
    }

    @Test
    void isReportedAtOnceToAListenerThatIsAddedAfterwards() throws Exception {
        Endpoint server = server("tcp://127.0.0.1:0", EndpointOptions.defaults());
        Peer peer = call(endpoints.watch(Endpoint.create()), server.address());
        peer.close();
        assertTold(seenByClient, Reason.CLOSED);
        peer.onEnd(seenByClient::add);
        assertTold(seenByClient, Reason.CLOSED);
        callers.remove().onEnd(seenByServer::add);
        assertThat(seenByServer.poll(Running.LONG.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo(seenByServer.poll(Running.LONG.toSeconds(), TimeUnit.SECONDS));
    }

    @Test
    void isReportedToAMethodOfTheCallerThatStillRuns() throws Exception {
        Endpoint server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        CountDownLatch entered = new CountDownLatch(1);
        server.bind("watcher", Watcher.class, number -> {
            CompletableFuture<PeerEnd> end = new CompletableFuture<>();
            Calls.caller().orElseThrow().onEnd(end::complete);
            entered.countDown();
            seenByServer.add(end.join()); // which an interrupt does not end
            return number;
        });
        Endpoint client = endpoints.watch(Endpoint.create());
        Watcher stub = client.lookup(watcher(server.address()), Watcher.class);
        CompletableFuture<Integer> call = Calls.async(stub, watcher -> watcher.seen(1));
        Await.latch(entered);
        client.close(Duration.ZERO);
        assertTold(seenByServer, Reason.LEFT);
        assertThat(call).failsWithin(Running.LONG);
    }

    @Test
    void isNotReportedToAListenerThatWasRemoved() throws Exception {
        Endpoint server = server("tcp://127.0.0.1:0", EndpointOptions.defaults());
        Peer peer = call(endpoints.watch(Endpoint.create()), server.address());
        BlockingQueue<PeerEnd> removed = new LinkedBlockingQueue<>();
        Peer.Registration registration = peer.onEnd(removed::add);
        registration.close();
        registration.close();
        peer.close();
        assertTold(seenByClient, Reason.CLOSED);
        assertThat(removed).isEmpty();
        registration.close();
    }

    @Test
    void isReportedToEachListenerThoughOthersThrowOrBlock() throws Exception {
        Endpoint server = server("tcp://127.0.0.1:0", EndpointOptions.defaults());
        Endpoint client = endpoints.watch(Endpoint.create());
        Watcher stub = client.lookup(watcher(server.address()), Watcher.class);
        Peer peer = Calls.peer(stub).orElseThrow();
        CountDownLatch leave = new CountDownLatch(1);
        peer.onEnd(end -> {
            throw new IllegalStateException("thrown by a test");
        });
        peer.onEnd(end -> {
            try {
                Await.latch(leave);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
        peer.onEnd(end -> threads.add(Thread.currentThread()));
        call(client, server.address());
        peer.close();
        assertTold(seenByClient, Reason.CLOSED);
        assertThat(threads.poll(Running.LONG.toSeconds(), TimeUnit.SECONDS))
                .isNotNull()
                .satisfies(thread -> assertThat(thread.isVirtual()).isTrue());
        assertThat(stub.seen(1)).as("over a new connection").isEqualTo(2);
        leave.countDown();
    }

    @Test
    void isReportedToALimitedNumberOfListeners() throws Exception {
        Endpoint server = server("tcp://127.0.0.1:0", EndpointOptions.defaults());
        Peer peer = call(endpoints.watch(Endpoint.create()), server.address());
        Peer.Registration last = null;
        for (int i = 1; i < 10_000; i++) {
            last = peer.onEnd(seenByClient::add);
        }
        assertThatThrownBy(() -> peer.onEnd(seenByClient::add))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("10000 listeners");
        last.close();
        peer.onEnd(seenByClient::add);
        peer.close();
        Await.until(() -> "10,000 notices: " + seenByClient.size(), () -> seenByClient.size() == 10_000);
    }
}
