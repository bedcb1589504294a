package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Blocking;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.OneWay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More calls are received than can be run: limits, turns and refusals. */
class OverloadTest {
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final Works served = new Works();
    private final List<Thread> callers = new CopyOnWriteArrayList<>();

    /** Has a method that is inherited. */
    public interface Base {
        @Blocking
        String inherited(String name);
    }

    /** The served interface. */
    public interface Work extends Base {
        /** Runs until the test lets it end. */
        @Blocking
        String work(String name);

        @Blocking
        int other(int number);

        int quick(int number);

        @OneWay
        void note(String name);
    }

    private static final class Works implements Work {
        final Semaphore ends = new Semaphore(0);
        final Queue<String> begun = new ConcurrentLinkedQueue<>();
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final AtomicInteger noted = new AtomicInteger();

        @Override
        public String work(String name) {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            begun.add(name);
            try {
                if (!ends.tryAcquire(Running.LONG.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new AssertionError("Nobody let " + name + " end");
                }
                return name;
            } catch (InterruptedException e) {
                throw new IllegalStateException("Stopped", e);
            } finally {
                running.decrementAndGet();
            }
        }

        @Override
        public String inherited(String name) {
            return work(name);
        }

        @Override
        public int other(int number) {
            return number;
        }

        @Override
        public int quick(int number) {
            return number;
        }

        @Override
        public void note(String name) {
            work(name);
            noted.incrementAndGet();
        }
    }

    private Endpoint server(UnaryOperator<Limits.Builder> limits) {
        Endpoint server = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0",
                EndpointOptions.builder()
                        .limits(limits.apply(Limits.builder()).build())
                        .build()));
        server.bind("work", Work.class, served);
        server.bind("base", Base.class, served);
        return server;
    }

    /** @param lanes 0: all calls are sent by the main link */
    private Endpoint client(int lanes) {
        return endpoints.watch(
                Endpoint.create(EndpointOptions.builder().lanes(lanes).build()));
    }

    private Work stub(Endpoint server, int lanes) {
        return client(lanes).lookup(server.address() + "/work", Work.class);
    }

    private static CompletableFuture<String> work(Work stub, String name) {
        return Calls.async(stub, each -> each.work(name));
    }

    private static Throwable failure(CompletableFuture<?> call) {
        try {
            call.join();
            throw new AssertionError("not refused");
        } catch (CompletionException e) {
            return e.getCause();
        }
    }

    @AfterEach
    void endAll() throws InterruptedException {
        served.ends.release(1_000_000);
        for (Thread each : callers) {
            each.join();
        }
    }

    private static void waiting(Endpoint server, int calls) {
        Await.until(
                () -> calls + " waiting, not " + server.statistics().callsWaiting(),
                () -> server.statistics().callsWaiting() == calls);
    }

    @Test
    void runsNoMoreCallsThanTheLimit() {
        Endpoint server = server(limits -> limits.callsRunning(3));
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (Work stub : List.of(stub(server, 0), stub(server, 0))) {
            for (int i = 0; i < 100; i++) {
                calls.add(work(stub, "w" + i));
            }
        }
        waiting(server, 197);
        assertThat(served.running).hasValue(3);
        served.ends.release(200);
        calls.forEach(CompletableFuture::join);
        assertThat(served.most).hasValue(3);
        assertThat(server.statistics().refused()).isEmpty();
    }

    /** A flood waits for one call of the quiet client after each of its own. */
    @Test
    void takesTheConnectionsInTurn() {
        Endpoint server = server(limits -> limits.callsRunning(1));
        Work flood = stub(server, 0);
        Work quiet = stub(server, 0);
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            calls.add(work(flood, "flood"));
        }
        waiting(server, 999);
        calls.add(work(quiet, "quiet"));
        calls.add(work(quiet, "quiet"));
        waiting(server, 1001);
        for (int i = 1; i < 7; i++) {
            int begun = i;
            Await.until("call " + i + " begins", () -> served.begun.size() == begun);
            served.ends.release();
        }
        Await.until("the last one begins", () -> served.begun.size() == 7);
        assertThat(served.begun).containsExactly("flood", "flood", "quiet", "flood", "quiet", "flood", "flood");
        served.ends.release(1_100);
        calls.forEach(CompletableFuture::join);
    }

    @Test
    void limitsAMethodAndNotTheOthers() {
        Endpoint server = server(limits -> limits.callsRunning(Work.class, "work", 2));
        Work stub = stub(server, 0);
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            calls.add(work(stub, "w"));
        }
        waiting(server, 48);
        for (int i = 0; i < 50; i++) {
            assertThat(stub.other(i)).isEqualTo(i);
        }
        served.ends.release(50);
        calls.forEach(CompletableFuture::join);
        assertThat(served.most).hasValue(2);
    }

    @Test
    void limitsAMethodByEachInterfaceThatInheritsIt() {
        Endpoint server = server(limits -> limits.callsRunning(Base.class, "inherited", 2));
        Work work = stub(server, 0);
        Base base = client(0).lookup(server.address() + "/base", Base.class);
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(Calls.async(work, each -> each.inherited("w")));
            calls.add(Calls.async(base, each -> each.inherited("b")));
        }
        waiting(server, 18);
        served.ends.release(20);
        calls.forEach(CompletableFuture::join);
        assertThat(served.most).hasValue(2);
    }

    @Test
    void limitsASessionAndNotTheOthers() {
        Endpoint server = server(limits -> limits.callsRunningPerSession(1));
        Work flood = stub(server, 0);
        Work quiet = stub(server, 0);
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            calls.add(work(flood, "flood"));
        }
        waiting(server, 49);
        calls.add(work(quiet, "quiet"));
        Await.until("the quiet one's call runs", () -> served.begun.contains("quiet"));
        served.ends.release(51);
        calls.forEach(CompletableFuture::join);
        assertThat(served.most).hasValue(2);
    }

    @Test
    void limitsCallsInOrder() {
        Endpoint server = server(limits -> limits.callsRunning(Work.class, "work", 1));
        Work stub = stub(server, 0);
        List<CompletableFuture<String>> calls = new ArrayList<>();
        CallOptions ordered = CallOptions.builder().ordered(true).build();
        for (int session = 0; session < 3; session++) {
            Work each = Calls.with(stub(server, 0), ordered);
            for (int i = 0; i < 5; i++) {
                calls.add(work(each, "o"));
            }
        }
        calls.add(work(stub, "w"));
        Await.until("one runs", () -> served.running.get() == 1);
        assertThat(stub.other(7)).isEqualTo(7);
        served.ends.release(16);
        calls.forEach(CompletableFuture::join);
        assertThat(served.most).hasValue(1);
    }

    /** Calls of platform threads, which have lanes. */
    @Test
    void limitsTheCallsOfLanes() throws InterruptedException {
        Endpoint server = server(limits -> limits.callsRunning(2));
        Work stub = stub(server, 8);
        openLanes(server, stub);
        Queue<String> answers = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 12; i++) {
            Thread caller = Thread.ofPlatform().start(() -> {
                for (int call = 0; call < 5; call++) {
                    answers.add(stub.work("w"));
                }
            });
            callers.add(caller);
        }
        Await.until("two run", () -> served.running.get() == 2);
        served.ends.release(60);
        for (Thread each : callers) {
            each.join();
        }
        assertThat(answers).hasSize(60);
        assertThat(served.most).hasValue(2);
        assertThat(server.statistics().methods())
                .anySatisfy(method ->
                        assertThat(method.onLanes() + method.onMemory()).isPositive());
    }

    private static void openLanes(Endpoint server, Work stub) {
        Await.until(
                "there are lanes",
                () -> stub.other(1) == 1 && server.statistics().lanes() >= 1);
    }

    @Test
    void neverRunsALimitedMethodOnALoop() {
        Endpoint server = server(limits -> limits.callsRunning(Work.class, "quick", 1));
        Work stub = stub(server, 0);
        for (int i = 0; i < 500; i++) {
            assertThat(stub.quick(i)).isEqualTo(i);
        }
        assertThat(server.statistics().methods())
                .singleElement()
                .satisfies(method -> assertThat(method.onThreads()).isEqualTo(500));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void refusesAtOnceWhileItsCallsWaitForLongerThanTheQueueTime(int lanes) {
        Endpoint server =
                server(limits -> limits.callsRunning(Work.class, "work", 1).queueTime(Duration.ofMillis(1)));
        Work stub = stub(server, lanes);
        if (lanes > 0) {
            openLanes(server, stub);
        }
        Function<String, CompletableFuture<String>> call = lanes == 0
                ? name -> work(stub, name)
                : name -> CompletableFuture.supplyAsync(
                        () -> stub.work(name), task -> Thread.ofPlatform().start(task));
        CompletableFuture<String> first = call.apply("first");
        Await.until("it runs", () -> served.running.get() == 1);
        List<CompletableFuture<String>> calls = new ArrayList<>();
        Await.until("one is refused", () -> {
            calls.add(call.apply("more"));
            return calls.getFirst().isCompletedExceptionally();
        });
        assertThat(failure(calls.getFirst())).isInstanceOfSatisfying(CallException.class, refused -> {
            assertThat(refused.code()).isEqualTo(Code.REFUSED);
            assertThat(refused.outcome()).isEqualTo(Outcome.NOT_RUN);
            assertThat(refused).hasMessageContaining("limit 'callsRunning' of " + Work.class.getName() + ".work, 1");
        });
        served.ends.release();
        assertThat(first.join()).isEqualTo("first");
        assertThat(server.statistics().refused()).containsOnlyKeys("callsRunning of " + Work.class.getName() + ".work");
        served.ends.release(calls.size());
        calls.forEach(each -> each.exceptionally(Throwable::getMessage).join());
        assertThat(stub.work("last")).isEqualTo("last");
    }

    /** No limit of time is set but that of the callers. */
    @Test
    void refusesCallsThatWaitForHalfOfTheirTime() {
        Endpoint server = server(limits -> limits.callsRunning(1));
        Work stub = stub(server, 0);
        CompletableFuture<String> first = work(stub, "first");
        Await.until("it runs", () -> served.running.get() == 1);
        Work hasty = Calls.with(stub, CallOptions.ofTimeout(Duration.ofSeconds(2)));
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(work(hasty, "hasty"));
        }
        for (CompletableFuture<String> call : calls) {
            assertThat(failure(call)).isInstanceOfSatisfying(CallException.class, refused -> {
                assertThat(refused.code()).isEqualTo(Code.REFUSED);
                assertThat(refused.outcome()).isEqualTo(Outcome.NOT_RUN);
            });
        }
        waiting(server, 0);
        assertThat(served.begun).containsExactly("first");
        served.ends.release();
        assertThat(first.join()).isEqualTo("first");
        assertThat(server.statistics().refused().values().stream()
                        .mapToLong(count -> count)
                        .sum())
                .isEqualTo(100);
    }

    @Test
    void forgetsCallsThatAreCancelled() {
        Endpoint server = server(limits -> limits.callsRunning(1));
        Work stub = stub(server, 0);
        CompletableFuture<String> first = work(stub, "first");
        Await.until("it runs", () -> served.running.get() == 1);
        for (int round = 0; round < 3; round++) {
            List<CompletableFuture<String>> calls = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                calls.add(work(stub, "cancelled"));
            }
            waiting(server, 1_000);
            calls.forEach(call -> call.cancel(true));
            waiting(server, 0);
            assertThat(calls).allSatisfy(call -> assertThat(call.isCancelled()).isTrue());
        }
        served.ends.release();
        assertThat(first.join()).isEqualTo("first");
        served.ends.release();
        assertThat(work(stub, "last").join()).isEqualTo("last");
        assertThat(served.begun).containsExactly("first", "last");
    }

    @Test
    void forgetsTheCallsOfASessionThatHasEnded() {
        Endpoint server = server(limits -> limits.callsRunning(1));
        Work stub = stub(server, 0);
        CompletableFuture<String> first = work(stub, "first");
        Await.until("it runs", () -> served.running.get() == 1);
        Endpoint gone = client(0);
        Work leaves = gone.lookup(server.address() + "/work", Work.class);
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            calls.add(work(leaves, "gone"));
        }
        waiting(server, 1_000);
        gone.close(Duration.ZERO);
        waiting(server, 0);
        calls.forEach(call -> assertThat(call.handle((_, failure) -> failure).join())
                .isInstanceOfAny(CallException.class, CancellationException.class));
        served.ends.release();
        assertThat(first.join()).isEqualTo("first");
        assertThat(served.begun).containsExactly("first");
    }

    @Test
    void runsEachOneWayCallOfAFlood() {
        Endpoint server = server(limits -> limits.callsRunning(2));
        Work stub = stub(server, 0);
        for (int i = 0; i < 1_000; i++) {
            stub.note("n");
        }
        waiting(server, 998);
        served.ends.release(1_000);
        Await.until("all have run", () -> served.noted.get() == 1_000);
        assertThat(served.most).hasValue(2);
    }
}
