package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.memory.MemoryRings;
import dev.wherry.spi.Resolver;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.Share;
import dev.wherry.testkit.endpoint.DrainingProgram.Desk;
import dev.wherry.testsupport.FreePort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers in processes of their own that are stopped by SIGTERM. */
@Tag("long")
class StoppedServersTest {
    private static final int ROLLS = 20;
    private static final String DRAIN_MILLIS = "30000";
    private static final String TERMINATED = "exit " + (128 + 15);

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    @TempDir
    Path folder;

    private final Endpoint client = endpoints.watch(Endpoint.create());

    /** The two addresses of the name {@code two:servers}, since Unix sockets are not listed in one address. */
    public static final class TwoServers implements Resolver {
        private static volatile List<URI> addresses = List.of();

        @Override
        public String scheme() {
            return "two";
        }

        @Override
        public List<URI> resolve(URI name) {
            return addresses;
        }
    }

    private static ChildJvm start(String address, String drain) throws Exception {
        ChildJvm server = new ChildJvm(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                ChildJvm.path(Endpoint.class, MemoryRings.class, DrainingProgram.class),
                DrainingProgram.class.getName(),
                address,
                drain));
        server.awaitLine("listening " + address);
        return server;
    }

    private static String freePort() throws IOException {
        return "tcp://127.0.0.1:" + FreePort.choose();
    }

    @Test
    void answerTheCallThatRunsAndThenEnd() throws Exception {
        String address = freePort();
        try (ChildJvm server = start(address, DRAIN_MILLIS)) {
            Peer peer = client.connect(address);
            CountDownLatch entered = new CountDownLatch(1);
            Running<Integer> adding = Running.start(() -> client.lookup(address + "/desk", Desk.class)
                    .addAfter(
                            () -> {
                                entered.countDown();
                                Await.until("the server to be stopped", () -> !peer.isOpen());
                            },
                            2,
                            3));
            Await.latch(entered);
            server.terminate();
            assertThat(adding.get()).isEqualTo(5);
            assertThat(server.toTheEnd()).last().isEqualTo(TERMINATED);
        }
    }

    @Test
    void endAfterTheirDrainTimeThoughACallStillRuns() throws Exception {
        String address = freePort();
        try (ChildJvm server = start(address, "200")) {
            CountDownLatch entered = new CountDownLatch(1);
            CountDownLatch never = new CountDownLatch(1);
            Running<Integer> adding = Running.start(() -> client.lookup(address + "/desk", Desk.class)
                    .addAfter(
                            () -> {
                                entered.countDown();
                                awaitUninterruptibly(never);
                            },
                            2,
                            3));
            Await.latch(entered);
            server.terminate();
            assertThat(server.toTheEnd()).last().isEqualTo(TERMINATED);
            assertThat(((CallException) adding.failure()).code()).isEqualTo(Code.UNKNOWN_OUTCOME);
            never.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            Await.latch(latch);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Both servers are restarted in turn, again and again, while callers of every kind call without a pause. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix"})
    void areReplacedOneByOneWithoutAnErrorAtTheirClients(String scheme) throws Exception {
        List<String> addresses = scheme.equals("tcp")
                ? List.of(freePort(), freePort())
                : List.of("unix:" + folder.resolve("a"), "unix:" + folder.resolve("b"));
        TwoServers.addresses = addresses.stream().map(URI::create).toList();
        List<ChildJvm> servers = new ArrayList<>();
        try {
            for (String address : addresses) {
                servers.add(start(address, DRAIN_MILLIS));
            }
            Desk desk = client.lookup(
                    scheme.equals("tcp")
                            ? addresses.getFirst() + "," + addresses.getLast().substring("tcp://".length()) + "/desk"
                            : "two:servers#desk",
                    Desk.class);
            Load load = new Load(desk);
            for (int roll = 0; roll < Share.of(ROLLS); roll++) {
                for (int i = 0; i < servers.size(); i++) {
                    load.awaitProgress();
                    servers.get(i).terminate();
                    assertThat(servers.get(i).toTheEnd()).last().isEqualTo(TERMINATED);
                    servers.set(i, start(addresses.get(i), DRAIN_MILLIS));
                }
            }
            load.awaitProgress();
            load.end();
        } finally {
            servers.forEach(ChildJvm::close);
        }
    }

    /** Callers that go on until one of them gets an exception or a wrong sum. */
    private static final class Load {
        private final AtomicBoolean ended = new AtomicBoolean();
        private final List<Running<Object>> callers = new ArrayList<>();
        private final List<AtomicLong> made = new ArrayList<>();

        private interface Call {
            int add(int a, int b) throws Exception;
        }

        Load(Desk desk) {
            for (int i = 0; i < 2; i++) { // platform threads use lanes, the others main
                add(desk::add, false);
                add(desk::add, true);
            }
            add((a, b) -> desk.addAfter(() -> {}, a, b), false);
            add((a, b) -> Calls.async(desk, each -> each.add(a, b)).get(), false);
        }

        private void add(Call call, boolean virtual) {
            AtomicLong count = new AtomicLong();
            made.add(count);
            Running<Object> caller = virtual
                    ? Running.startVirtual(() -> callUntilItEnds(call, count))
                    : Running.start(() -> callUntilItEnds(call, count));
            callers.add(caller);
        }

        private Object callUntilItEnds(Call call, AtomicLong count) throws Exception {
            while (!ended.get()) {
                int number = (int) count.get();
                assertThat(call.add(number, 1)).isEqualTo(number + 1);
                count.incrementAndGet();
            }
            return count;
        }

        /** Waits until each caller has made some more calls, or has failed. */
        void awaitProgress() throws Exception {
            List<Long> before = made.stream().map(AtomicLong::get).toList();
            for (int i = 0; i < made.size(); i++) {
                long enough = before.get(i) + 20;
                AtomicLong count = made.get(i);
                Running<Object> caller = callers.get(i);
                Await.until("more calls", () -> caller.isDone() || count.get() >= enough);
                if (caller.isDone()) {
                    caller.get();
                }
            }
        }

        void end() throws Exception {
            ended.set(true);
            for (Running<Object> caller : callers) {
                caller.get();
            }
        }
    }
}
