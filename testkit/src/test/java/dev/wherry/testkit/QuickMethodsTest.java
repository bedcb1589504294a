package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.wherry.Blocking;
import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.OneWay;
import dev.wherry.testkit.sample.Watcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Methods that are quick run on the thread that reads for all callers, and nobody notices when one of them lasts. */
class QuickMethodsTest {
    /** This and less lasts where its calls are read, or returns at once: a slow call before sends it to a thread of its own. */
    private static final int LASTS = -10;
    /** Calls back from there. */
    private static final int CALLS_BACK = -2;

    private static final int FAILS = -3;

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final Server served = new Server();
    private Endpoint server;
    private Service stub;

    /** What is served. */
    public interface Service {
        /** Whether it ran on a virtual thread. */
        boolean work(int number, @Nullable Back back);

        @Blocking
        boolean waits();

        @OneWay
        void count();
    }

    /** Called back. */
    @ByReference
    public interface Back {
        int twice(int number);
    }

    private static final class Server implements Service {
        final CountDownLatch release = new CountDownLatch(1);
        final AtomicInteger next = new AtomicInteger(LASTS);
        final AtomicInteger entered = new AtomicInteger();
        final CountDownLatch interrupted = new CountDownLatch(1);
        final AtomicInteger counted = new AtomicInteger();
        final AtomicBoolean failedOnLoop = new AtomicBoolean();

        @Override
        public boolean work(int number, @Nullable Back back) {
            boolean virtual = Thread.currentThread().isVirtual();
            if (number <= LASTS && !virtual) {
                entered.set(number);
                try {
                    Await.latch(release);
                } catch (InterruptedException e) {
                    interrupted.countDown();
                    Thread.currentThread().interrupt(); // and leaves the flag set
                }
            }
            if (number == FAILS) {
                failedOnLoop.set(!virtual);
                throw new IllegalStateException("as it was told to");
            }
            if (number == CALLS_BACK && back != null && !virtual) {
                assertThat(back.twice(21)).isEqualTo(42);
            }
            return virtual;
        }

        @Override
        public boolean waits() {
            return Thread.currentThread().isVirtual();
        }

        @Override
        public void count() {
            counted.incrementAndGet();
        }
    }

    @BeforeEach
    void start() {
        server = endpoints.watch(Endpoint.listen(address()));
        server.bind("service", Service.class, served);
        server.bind("watcher", Watcher.class, number -> number + 1);
        Endpoint client = endpoints.watch(
                Endpoint.create(EndpointOptions.builder().lanes(0).build()));
        stub = client.lookup(server.address() + separator() + "service", Service.class);
    }

    /** To listen at. */
    String address() {
        return "tcp://127.0.0.1:0";
    }

    /** Between an address and a name. */
    String separator() {
        return "/";
    }

    private void prove() {
        Await.until("the method to run where its calls are read", () -> oneOfMany(() -> !stub.work(1, null)));
    }

    /** Back to back: calls with a rest before each are cold, and so not quick. */
    private static boolean oneOfMany(BooleanSupplier call) {
        return IntStream.range(0, 200).anyMatch(i -> call.getAsBoolean());
    }

    private CompletableFuture<Boolean> startLasting(Service by) {
        AtomicReference<CompletableFuture<Boolean>> call = new AtomicReference<>();
        Await.until("a lasting call where its calls are read", () -> {
            prove();
            int number = served.next.decrementAndGet();
            CompletableFuture<Boolean> next = Calls.async(by, service -> service.work(number, null));
            call.set(next);
            Await.until("it to last or return", () -> next.isDone() || served.entered.get() == number);
            return served.entered.get() == number;
        });
        return call.get();
    }

    @Test
    void runWhereTheirCallsAreRead() {
        assertThat(stub.work(1, null))
                .as("the first runs on a thread of its own")
                .isTrue();
        prove();
    }

    @Test
    void areSuchWhenTheyFailQuickly() {
        Await.until(
                "a failing method to run where its calls are read",
                () -> oneOfMany(() -> {
                    assertThat(catchThrowable(() -> stub.work(FAILS, null))).isInstanceOf(IllegalStateException.class);
                    return served.failedOnLoop.get();
                }));
    }

    @Test
    void doNotIfTheySayThatTheyWait() {
        for (int i = 0; i < 300; i++) {
            assertThat(stub.waits()).isTrue();
        }
    }

    @Test
    void mayLastWithoutKeepingOthersWaiting() throws Exception {
        CompletableFuture<Boolean> lasting = startLasting(stub);
        for (int i = 0; i < 300; i++) {
            stub.work(i, null);
        }
        assertThat(Calls.peer(stub).orElseThrow().ping()).isPositive();
        assertThat(lasting).isNotDone();
        assertThat(server.statistics().callsIn()).isEqualTo(1);
        served.release.countDown();
        assertThat(lasting.get(60, TimeUnit.SECONDS)).isFalse();
        prove();
    }

    @Test
    void areCancelledWhereverTheyRun() throws Exception {
        CompletableFuture<Boolean> lasting = startLasting(stub);
        lasting.cancel(true);
        Await.latch(served.interrupted);
        prove();
    }

    @Test
    void haveADeadlineWhereverTheyRun() throws Exception {
        CompletableFuture<Boolean> hurried =
                startLasting(Calls.with(stub, CallOptions.ofTimeout(Duration.ofMillis(200))));
        assertThat(catchThrowable(hurried::join))
                .cause()
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.DEADLINE_EXCEEDED));
        Await.latch(served.interrupted);
        prove();
    }

    @Test
    void mayCallBackAndAreNotRunThereAgain() {
        Await.until("a call where its calls are read to call back", () -> {
            prove();
            return !stub.work(CALLS_BACK, number -> 2 * number);
        });
        for (int i = 0; i < 300; i++) {
            assertThat(stub.work(i, null)).as("it may wait at any time").isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 200})
    void areInterruptedWhenTheEndpointCloses(long drain) throws Exception {
        CompletableFuture<Boolean> lasting = startLasting(stub);
        server.close(Duration.ofMillis(drain));
        Await.latch(served.interrupted);
        assertThat(catchThrowable(lasting::join)).hasCauseInstanceOf(CallException.class);
    }

    @Test
    void areInterruptedWhenTheirCallerLeaves() throws Exception {
        try (Endpoint other = Endpoint.create(EndpointOptions.builder().lanes(0).build())) {
            startLasting(other.lookup(server.address() + separator() + "service", Service.class));
            other.close(Duration.ZERO);
        }
        Await.latch(served.interrupted);
        prove();
    }

    @Test
    void countIfNobodyWaitsForThem() {
        for (int i = 0; i < 10_000; i++) {
            stub.count();
        }
        Await.until(() -> "10000 calls: " + served.counted, () -> served.counted.get() == 10_000);
    }

    /** Cancels come before, while and after the method runs, at the thread that reads; no other call is hit. */
    @Test
    void areHitByNoInterruptThatComesLate() throws Exception {
        Watcher watcher = Calls.peer(stub).orElseThrow().lookup("watcher", Watcher.class);
        AtomicBoolean stop = new AtomicBoolean();
        List<Running<Integer>> others = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            others.add(Running.startVirtual(() -> {
                int made = 0;
                do {
                    assertThat(watcher.seen(made)).isEqualTo(++made);
                } while (!stop.get());
                return made;
            }));
        }
        Random random = new Random(7);
        for (int i = 0; i < 3_000; i++) {
            int number = random.nextInt(200) == 0 ? LASTS : i;
            CompletableFuture<Boolean> call = Calls.async(stub, service -> service.work(number, null));
            for (int spin = random.nextInt(2_000); spin > 0; spin--) {
                Thread.onSpinWait();
            }
            call.cancel(true);
        }
        stop.set(true);
        for (Running<Integer> other : others) {
            assertThat(other.get()).isPositive();
        }
        Await.until(
                () -> "no call in: " + server.statistics(),
                () -> server.statistics().callsIn() == 0);
    }
}
