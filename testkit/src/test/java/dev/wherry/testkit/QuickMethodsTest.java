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

/** Quick methods, which run on the thread that reads calls. Other callers are not delayed if such a method blocks. */
class QuickMethodsTest {
    /**
     * A number from this downwards blocks if the method runs on the reading thread, and else returns at once. After a
     * slow call the method runs on a thread of its own.
     */
    private static final int LASTS = -10;
    /** A number that calls back from the reading thread. */
    private static final int CALLS_BACK = -2;

    private static final int FAILS = -3;

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final Server served = new Server();
    private Endpoint server;
    private Service stub;

    /** The served interface. */
    public interface Service {
        /** Returns whether the method ran on a virtual thread. */
        boolean work(int number, @Nullable Back back);

        @Blocking
        boolean waits();

        @OneWay
        void count();
    }

    /** An object of the caller that the method calls back. */
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
                    Thread.currentThread().interrupt(); // leaves the interrupt flag set
                }
            }
            if (number == FAILS) {
                failedOnLoop.set(!virtual);
                throw new IllegalStateException("thrown by the test");
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

    /** Returns the address to listen at. */
    String address() {
        return "tcp://127.0.0.1:0";
    }

    /** Returns the text between an address and a name. */
    String separator() {
        return "/";
    }

    private void prove() {
        Await.until("the method to run on the reading thread", () -> oneOfMany(() -> !stub.work(1, null)));
    }

    /** Makes calls without a pause. After a pause a call is slower, and the method does not count as quick. */
    private static boolean oneOfMany(BooleanSupplier call) {
        return IntStream.range(0, 200).anyMatch(i -> call.getAsBoolean());
    }

    private CompletableFuture<Boolean> startLasting(Service by) {
        AtomicReference<CompletableFuture<Boolean>> call = new AtomicReference<>();
        Await.until("a blocking call on the reading thread", () -> {
            prove();
            int number = served.next.decrementAndGet();
            CompletableFuture<Boolean> next = Calls.async(by, service -> service.work(number, null));
            call.set(next);
            Await.until("the call to block or return", () -> next.isDone() || served.entered.get() == number);
            return served.entered.get() == number;
        });
        return call.get();
    }

    @Test
    void runOnTheReadingThread() {
        assertThat(stub.work(1, null))
                .as("whether the first call ran on a thread of its own")
                .isTrue();
        prove();
    }

    @Test
    void areQuickIfTheyFailQuickly() {
        Await.until(
                "a failing method to run on the reading thread",
                () -> oneOfMany(() -> {
                    assertThat(catchThrowable(() -> stub.work(FAILS, null))).isInstanceOf(IllegalStateException.class);
                    return served.failedOnLoop.get();
                }));
    }

    @Test
    void runOnThreadsOfTheirOwnIfDeclaredAsWaiting() {
        for (int i = 0; i < 300; i++) {
            assertThat(stub.waits()).isTrue();
        }
    }

    @Test
    void mayBlockWithoutDelayingOtherCalls() throws Exception {
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
    void areCancelledOnAnyThread() throws Exception {
        CompletableFuture<Boolean> lasting = startLasting(stub);
        lasting.cancel(true);
        Await.latch(served.interrupted);
        prove();
    }

    @Test
    void haveADeadlineOnAnyThread() throws Exception {
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
    void mayCallBackAndThenLeaveTheReadingThread() {
        Await.until("a call back from the reading thread", () -> {
            prove();
            return !stub.work(CALLS_BACK, number -> 2 * number);
        });
        for (int i = 0; i < 300; i++) {
            assertThat(stub.work(i, null))
                    .as("whether it runs on a thread of its own after it has waited")
                    .isTrue();
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
    void areInterruptedWhenTheirCallerDisconnects() throws Exception {
        try (Endpoint other = Endpoint.create(EndpointOptions.builder().lanes(0).build())) {
            startLasting(other.lookup(server.address() + separator() + "service", Service.class));
            other.close(Duration.ZERO);
        }
        Await.latch(served.interrupted);
        prove();
    }

    @Test
    void countAsQuickIfTheyAreOneWay() {
        for (int i = 0; i < 10_000; i++) {
            stub.count();
        }
        Await.until(() -> "10000 calls: " + served.counted, () -> served.counted.get() == 10_000);
    }

    /** A cancel arrives before, while or after the method runs, on the reading thread. It interrupts no other call. */
    @Test
    void areNotInterruptedByALateCancel() throws Exception {
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
                () -> "no call being served: " + server.statistics(),
                () -> server.statistics().callsIn() == 0);
    }
}
