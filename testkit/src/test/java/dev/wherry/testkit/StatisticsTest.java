package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.wherry.Blocking;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.OneWay;
import dev.wherry.Peer;
import dev.wherry.statistics.CallTrace;
import dev.wherry.statistics.EndpointStatistics;
import dev.wherry.statistics.MethodStatistics;
import dev.wherry.testkit.sample.Watcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statistics of served calls: each call is counted once, on whatever thread it runs and however it ends. */
class StatisticsTest {
    private static final int CALLERS = 8;
    private static final int CALLS = 500;

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final Server served = new Server();
    private Endpoint server;

    /** The served interface. */
    public interface Service {
        int twice(int number);

        @Blocking
        byte[] bytes(int count);

        void fails();

        void waits();

        @OneWay
        void note(int number);

        CompletableFuture<Integer> later(int number);
    }

    private static final class Server implements Service {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch release = new CountDownLatch(1);

        @Override
        public int twice(int number) {
            return 2 * number;
        }

        @Override
        public byte[] bytes(int count) {
            return new byte[count];
        }

        @Override
        public void fails() {
            throw new IllegalStateException("thrown by the test");
        }

        @Override
        public void waits() {
            entered.countDown();
            try {
                Await.latch(release);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void note(int number) {
            if (number < 0) {
                throw new IllegalArgumentException("below 0");
            }
        }

        @Override
        public CompletableFuture<Integer> later(int number) {
            return CompletableFuture.completedFuture(number);
        }
    }

    @BeforeEach
    void start() {
        server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        server.bind("service", Service.class, served);
    }

    private Service stub(EndpointOptions options) {
        return stub(server.address() + "/service", options);
    }

    private Service stub(String uri, EndpointOptions options) {
        return endpoints.watch(Endpoint.create(options)).lookup(uri, Service.class);
    }

    private MethodStatistics method(String name) {
        return method(server.statistics(), name);
    }

    private static MethodStatistics method(EndpointStatistics statistics, String name) {
        return statistics.methods().stream()
                .filter(each -> each.method().startsWith(name + "("))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No " + name + " in " + statistics));
    }

    @ParameterizedTest
    @CsvSource({"0, false, false", "0, false, true", "4, false, false", "4, true, false", "4, true, true"})
    void countsEachCallOfManyCallersOnce(int lanes, boolean memory, boolean virtual) throws Exception {
        Service stub =
                stub(EndpointOptions.builder().lanes(lanes).sharedMemory(memory).build());
        callByMany(stub, virtual);
        MethodStatistics counted = method("twice");
        assertThat(counted.type()).isEqualTo(Service.class.getName());
        assertThat(counted.calls()).isEqualTo(CALLERS * CALLS);
        assertThat(counted.times().calls()).isEqualTo(counted.calls());
        assertThat(counted.failures()).isZero();
        assertThat(counted.running()).isZero();
        if (lanes == 0 || virtual) {
            assertThat(counted.onLanes() + counted.onMemory()).isZero();
            assertThat(counted.onLoops())
                    .as("calls on loops, once the method was quick")
                    .isPositive();
            assertThat(counted.onThreads()).isPositive();
        } else if (!memory) {
            assertThat(counted.onLanes()).isPositive();
            assertThat(counted.onMemory()).isZero();
        } else {
            assertThat(counted.onMemory()).isPositive();
        }
    }

    private static void callByMany(Service stub, boolean virtual) throws Exception {
        CompletableFuture<?>[] callers = new CompletableFuture<?>[CALLERS];
        for (int i = 0; i < CALLERS; i++) {
            callers[i] = new CompletableFuture<>();
            CompletableFuture<?> done = callers[i];
            (virtual ? Thread.ofVirtual() : Thread.ofPlatform()).start(() -> {
                try {
                    for (int n = 0; n < CALLS; n++) {
                        assertThat(stub.twice(n)).isEqualTo(2 * n);
                    }
                    done.complete(null);
                } catch (Throwable e) {
                    done.completeExceptionally(e);
                }
            });
        }
        CompletableFuture.allOf(callers).get(60, TimeUnit.SECONDS);
    }

    /** The main link also uses shared memory there, but counts as a main link. */
    @EnabledOnOs(OS.LINUX)
    @ParameterizedTest
    @CsvSource({"0, false", "4, false", "4, true"})
    void countsThreadsOfCallsOverSharedMemory(int lanes, boolean virtual, @TempDir Path folder) throws Exception {
        String shm = server.listenAt("shm:" + folder.resolve("socket")).toString();
        callByMany(stub(shm + "#service", EndpointOptions.builder().lanes(lanes).build()), virtual);

        MethodStatistics counted = method("twice");
        assertThat(counted.calls()).isEqualTo(CALLERS * CALLS);
        assertThat(counted.onLanes()).as("calls on lanes over sockets").isZero();
        if (lanes == 0 || virtual) {
            assertThat(counted.onMemory()).as("calls on lanes over memory").isZero();
            assertThat(counted.onLoops())
                    .as("calls on loops, once the method was quick")
                    .isPositive();
            assertThat(counted.onThreads()).isPositive();
        } else {
            assertThat(counted.onMemory()).isPositive();
        }
    }

    @Test
    void countsOutgoingCallsByTransportAndCallbacksAtThePeer() {
        server.bind("asker", Asker.class, (watcher, times) -> {
            for (int i = 0; i < times; i++) {
                watcher.seen(i);
            }
        });
        Endpoint client = endpoints.watch(
                Endpoint.create(EndpointOptions.builder().lanes(0).build()));
        Asker asker = client.lookup(server.address() + "/asker", Asker.class);
        EndpointStatistics before = client.statistics();
        asker.ask(number -> number + 1, 7);
        EndpointStatistics since = client.statistics().since(before);

        assertThat(before.carried()).as("calls of the lookup").containsExactly(Map.entry("tcp", 1L));
        assertThat(since.carried()).containsExactly(Map.entry("tcp", 1L));
        assertThat(method(since, "seen").calls())
                .as("callbacks that the client served")
                .isEqualTo(7);
        assertThat(server.statistics().carried())
                .as("calls that the server sent to others")
                .isEmpty();
        assertThat(server.statistics().methods())
                .as("methods that the server served")
                .hasSize(1);
    }

    /** An interface whose method calls back. */
    public interface Asker {
        void ask(Watcher watcher, int times);
    }

    @Test
    void countsNoCallByReference() {
        try (Endpoint local = Endpoint.listen("inprocess://uncounted")) {
            local.bind("service", Service.class, served);
            Service stub = local.lookup("inprocess://uncounted/service", Service.class);
            assertThat(stub.twice(1)).isEqualTo(2);
            assertThat(local.statistics().carried()).isEmpty();
            assertThat(local.statistics().methods()).isEmpty();

            local.lookup("inprocess://uncounted/service?copy", Service.class).twice(1);
            assertThat(local.statistics().carried()).containsExactly(Map.entry("inprocess", 2L));
        }
    }

    @Test
    void countsCallsInProcessByCopy() {
        try (Endpoint local = Endpoint.listen("inprocess://counted")) {
            local.bind("service", Service.class, served);
            Service stub = local.lookup("inprocess://counted/service?copy", Service.class);
            for (int i = 0; i < 300; i++) {
                stub.twice(i);
            }

            assertThat(method(local.statistics(), "twice").calls()).isEqualTo(300);
        }
    }

    @Test
    void countsReceivedAndSentBytes() {
        Service stub = stub(EndpointOptions.builder().lanes(0).build());
        stub.bytes(10_000);
        MethodStatistics once = method("bytes");
        stub.bytes(200_000); // is sent in fragments
        MethodStatistics second = method("bytes").since(once);

        assertThat(once.bytesOut()).isBetween(10_000L, 10_100L);
        assertThat(second.bytesOut()).isBetween(200_000L, 200_100L);
        assertThat(second.bytesIn()).isBetween(20L, 60L);
        assertThat(second.onThreads()).isEqualTo(1);
        assertThat(second.calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"0", "4"})
    void countsFailures(int lanes) {
        Service stub = stub(EndpointOptions.builder().lanes(lanes).build());
        for (int i = 0; i < 300; i++) {
            assertThat(catchThrowable(stub::fails)).isNotNull();
        }

        assertThat(method("fails").calls()).isEqualTo(300);
        assertThat(method("fails").failures()).isEqualTo(300);
        assertThat(method("fails").bytesOut()).isPositive();
    }

    @Test
    void countsOneWayCallsAndThoseWithFutures() throws Exception {
        Service stub = stub(EndpointOptions.defaults());
        for (int i = -10; i < 300; i++) {
            stub.note(i);
            assertThat(stub.later(i).get(60, TimeUnit.SECONDS)).isEqualTo(i);
        }
        Await.until(
                () -> "all one-way calls, but: " + server.statistics(),
                () -> server.statistics().methods().size() > 1 && method("note").calls() == 310);

        assertThat(method("note").failures()).isEqualTo(10);
        assertThat(method("note").bytesOut()).as("sent bytes of one-way calls").isZero();
        assertThat(method("later").calls()).isEqualTo(310);
        assertThat(method("later").bytesOut()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"0", "4"})
    void countsRunningCalls(int lanes) throws Exception {
        Service stub = stub(EndpointOptions.builder().lanes(lanes).build());
        CompletableFuture<?> waiting = Calls.asyncRun(stub, Service::waits);
        Await.latch(served.entered);

        assertThat(method("waits").running()).isEqualTo(1);
        assertThat(method("waits").calls()).as("calls that have ended").isZero();
        served.release.countDown();
        waiting.get(60, TimeUnit.SECONDS);
        assertThat(method("waits").calls()).isEqualTo(1);
        assertThat(method("waits").running()).isZero();
    }

    @Test
    void returnsTheStatisticsOfAPeer() {
        Endpoint client = endpoints.watch(Endpoint.create());
        Peer peer = client.connect(server.address().toString());
        EndpointStatistics before = peer.statistics();
        Service stub = peer.lookup("service", Service.class);
        for (int i = 0; i < 10; i++) {
            stub.twice(i);
        }
        EndpointStatistics lately = peer.statistics().since(before);

        assertThat(before.methods())
                .as("methods, without those of the registry")
                .isEmpty();
        assertThat(lately.sessions()).isEqualTo(1);
        assertThat(lately.uptime()).isPositive().isLessThan(server.statistics().uptime());
        assertThat(method(lately, "twice").calls()).isEqualTo(10);
        assertThat(lately.since(lately).methods().getFirst().times().percentile(0.5))
                .isEqualTo(Duration.ZERO);
    }

    @Test
    void canBeRefusedByAnInterceptorOfThePeer() {
        EndpointOptions closed = EndpointOptions.builder()
                .addServerInterceptor((call, next) -> {
                    if (call.target().equals("the registry")
                            && call.method().getName().equals("statistics")) {
                        throw new CallException(Code.REFUSED, "permission denied");
                    }
                    return next.proceed(call);
                })
                .build();
        Endpoint silent = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0", closed));
        silent.bind("service", Service.class, served);
        Peer peer = endpoints.watch(Endpoint.create()).connect(silent.address().toString());

        assertThat(peer.bound()).hasSize(1);
        assertThatThrownBy(peer::statistics)
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.REFUSED))
                .hasMessageContaining("permission denied");
    }

    @Test
    void countsNoCallThatIsNotServed() {
        Endpoint client = endpoints.watch(Endpoint.create());
        Peer peer = client.connect(server.address().toString());
        for (int i = 0; i < 50; i++) {
            String name = "nothing" + i;
            assertThat(catchThrowable(() -> peer.lookup(name, Service.class))).isInstanceOf(CallException.class);
        }
        Service stub = peer.lookup("service", Service.class);
        server.unbind("service");
        assertThat(catchThrowable(() -> stub.twice(1))).isInstanceOf(CallException.class);

        assertThat(server.statistics().methods()).isEmpty();
    }

    // ---- the phases of one call

    @ParameterizedTest
    @CsvSource({"0, false, thread", "0, false, loop", "4, false, lane", "4, true, memory"})
    void explainsOneCallInEachMode(int lanes, boolean memory, String mode) {
        Endpoint client = endpoints.watch(Endpoint.create(
                EndpointOptions.builder().lanes(lanes).sharedMemory(memory).build()));
        Peer peer = client.connect(server.address().toString());
        Service stub = peer.lookup("service", Service.class);
        Await.until("calls to use " + mode, () -> mode.equals("thread") || goBy(mode, stub, client));
        List<Integer> answers = new ArrayList<>();
        long begun = System.nanoTime();
        CallTrace trace = peer.explain(stub, service -> answers.add(service.twice(21)));
        long took = System.nanoTime() - begun;

        assertThat(answers).containsExactly(42);
        assertThat(trace.mode()).isEqualTo(mode);
        assertThat(trace.total()).isPositive().isLessThan(Duration.ofNanos(took));
        assertThat(trace.execute()).isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(trace.bytesOut()).isBetween(20L, 80L);
        assertThat(trace.bytesIn()).isBetween(14L, 40L);
    }

    /** Makes some calls without a pause: after a pause a call is slower, and the method does not count as quick. */
    private boolean goBy(String mode, Service stub, Endpoint client) {
        for (int i = 0; i < 200; i++) {
            stub.twice(i);
        }
        return switch (mode) {
            case "loop" -> {
                long before = method("twice").onLoops();
                stub.twice(1);
                yield method("twice").onLoops() > before;
            }
            case "lane" -> client.statistics().lanes() > 0;
            default -> client.statistics().memoryLanes() > 0;
        };
    }

    @Test
    void separatesTheTimeOfTheMethod() {
        Endpoint client = endpoints.watch(Endpoint.create());
        Peer peer = client.connect(server.address().toString());
        server.bind("slow", Slow.class, millis -> {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        CallTrace trace = peer.explain(peer.lookup("slow", Slow.class), slow -> slow.sleep(50));

        assertThat(trace.execute()).isGreaterThanOrEqualTo(Duration.ofMillis(50));
        assertThat(trace.total()).isGreaterThan(trace.execute());
    }

    /** An interface whose method sleeps. */
    public interface Slow {
        void sleep(long millis);
    }

    @Test
    void explainsOnlySynchronousCalls() {
        Endpoint client = endpoints.watch(Endpoint.create());
        Peer peer = client.connect(server.address().toString());
        Service stub = peer.lookup("service", Service.class);

        assertThatThrownBy(() -> peer.explain(stub, service -> service.note(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(server.address().toString());
        assertThatThrownBy(() -> peer.explain(stub, service -> {})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> peer.explain(stub, Service::fails)).hasMessageContaining("thrown by the test");
        assertThat(peer.explain(stub, service -> service.twice(1)).total()).isPositive();
    }

    @Test
    void keepsTheOptionsOfTheStubWhenItExplains() {
        Endpoint client = endpoints.watch(Endpoint.create());
        Peer peer = client.connect(server.address().toString());
        Service stub = Calls.with(peer.lookup("service", Service.class), CallOptions.ofTimeout(Duration.ofMillis(100)));

        assertThatThrownBy(() -> peer.explain(stub, Service::waits))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.DEADLINE_EXCEEDED));
    }
}
