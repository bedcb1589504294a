package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.EndpointOptions;
import dev.wherry.Idempotent;
import dev.wherry.PeerEnd;
import dev.wherry.internal.endpoint.EndpointEngine;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that are made again after a refusal or an unknown outcome, and calls that are made at two servers. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RepeatedCallsTest {
    public interface Shop {
        /** Returns the number of the server. */
        int buy();

        @Idempotent
        int ask();

        /** Ends the connection on which it was received. */
        @Idempotent
        int cut();

        int cutUnsafely();

        @Idempotent
        int wait(boolean first) throws InterruptedException;

        int waitUnsafely() throws InterruptedException;

        @Idempotent
        int fail();

        Bell bell();
    }

    @ByReference
    public interface Bell {
        @Idempotent
        int cut();
    }

    private final class Server implements Shop {
        final int number;
        final AtomicInteger calls = new AtomicInteger();
        final List<Long> attempts = new CopyOnWriteArrayList<>();
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch released = new CountDownLatch(1);
        final CountDownLatch interrupted = new CountDownLatch(1);
        volatile @Nullable Supplier<CallException> refusal;
        final EndpointEngine engine = engine(EndpointOptions.builder()
                .addAuthorizer(request -> {
                    Supplier<CallException> now = refusal;
                    if (request.target().equals("shop") && now != null) {
                        calls.incrementAndGet();
                        throw now.get();
                    }
                })
                .build());
        final URI address = engine.listeners().open("tcp://127.0.0.1:0");

        Server(int number) {
            this.number = number;
            engine.bind("shop", Shop.class, this);
        }

        private int counted() {
            calls.incrementAndGet();
            attempts.add(Calls.context(ContextKey.ATTEMPT).orElse(1L));
            return number;
        }

        @Override
        public int buy() {
            return counted();
        }

        @Override
        public int ask() {
            return counted();
        }

        @Override
        public int cut() {
            int own = counted();
            engine.sessions().forEach(session -> session.die(PeerEnd.Reason.DIED, "cut by a test"));
            return own;
        }

        @Override
        public int cutUnsafely() {
            return cut();
        }

        @Override
        public int wait(boolean first) throws InterruptedException {
            counted();
            if (first == (number == 1)) {
                entered.countDown();
                try {
                    released.await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw e;
                }
            }
            return number;
        }

        @Override
        public int waitUnsafely() throws InterruptedException {
            return wait(true);
        }

        @Override
        public int fail() {
            throw new IllegalStateException("by server " + counted());
        }

        @Override
        public Bell bell() {
            return this::cut;
        }
    }

    private final List<EndpointEngine> all = new ArrayList<>();
    private final EndpointEngine client =
            engine(EndpointOptions.builder().timeout(Duration.ofMinutes(1)).build());
    private final Server first = new Server(1);
    private final Server second = new Server(2);
    private final Shop shop = lookup("tcp://" + first.address.getAuthority() + "," + second.address.getAuthority());
    private final Shop single = lookup(first.address.toString());

    private EndpointEngine engine(EndpointOptions options) {
        EndpointEngine engine = new EndpointEngine(options);
        all.add(engine);
        return engine;
    }

    private Shop lookup(String address) {
        return client.connections().lookup(address + "/shop", Shop.class);
    }

    @AfterEach
    void close() {
        first.released.countDown();
        second.released.countDown();
        all.forEach(each -> each.close(Duration.ZERO));
    }

    private static CallException refused() {
        return new CallException(Code.REFUSED, "too much to do");
    }

    private interface Call {
        int at(Shop shop);
    }

    private static int call(boolean async, Shop shop, Call call) {
        if (!async) {
            return call.at(shop);
        }
        try {
            return Calls.async(shop, call::at).join();
        } catch (CompletionException e) {
            throw (RuntimeException) e.getCause();
        }
    }

    // ---- refusals

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void areMadeAtAnotherServerAfterARefusal(boolean async) {
        first.refusal = RepeatedCallsTest::refused;
        assertThat(call(async, shop, Shop::buy)).isEqualTo(2);
        assertThat(call(async, shop, Shop::buy)).isEqualTo(2);
        assertThat(second.attempts).containsExactly(2L, 2L);
        assertThat(client.statistics().callsRepeated()).isEqualTo(2);
        first.refusal = null;
        assertThat(call(async, shop, Shop::buy))
                .as("the first server is still the first")
                .isEqualTo(1);
        assertThat(first.attempts).containsExactly(1L);
    }

    @Test
    void areMadeOnceAtEachServerThatRefuses() {
        first.refusal = RepeatedCallsTest::refused;
        second.refusal = RepeatedCallsTest::refused;
        CallException failed = catchThrowableOfType(CallException.class, shop::buy);
        assertThat(failed.code()).isEqualTo(Code.REFUSED);
        assertThat(failed.outcome()).isEqualTo(Outcome.NOT_RUN);
        assertThat(first.calls.get() + second.calls.get()).isEqualTo(2);
    }

    @Test
    void areNotMadeAgainAtTheOnlyServerUnlessItSaysWhen() {
        first.refusal = RepeatedCallsTest::refused;
        assertThatThrownBy(single::buy).hasMessageContaining("too much to do");
        assertThat(first.calls).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void areMadeAgainAfterTheTimeThatTheRefusalNames(boolean async) {
        first.refusal = () -> {
            if (first.calls.get() == 3) {
                first.refusal = null;
            }
            return refused().withRetryAfter(Duration.ofMillis(2));
        };
        assertThat(call(async, single, Shop::buy)).isEqualTo(1);
        assertThat(first.attempts).containsExactly(4L);
    }

    @Test
    void areMadeFourTimesAtMost() {
        first.refusal = () -> refused().withRetryAfter(Duration.ZERO);
        CallException failed = catchThrowableOfType(CallException.class, single::buy);
        assertThat(failed.retryAfter()).isZero();
        assertThat(first.calls).hasValue(Attempts.MOST);
        Shop twice = Calls.with(single, CallOptions.builder().attempts(2).build());
        assertThatThrownBy(twice::buy).isInstanceOf(CallException.class);
        assertThat(first.calls).hasValue(Attempts.MOST + 2);
        Shop once = Calls.with(single, CallOptions.builder().attempts(1).build());
        assertThatThrownBy(once::buy).isInstanceOf(CallException.class);
        assertThat(first.calls).hasValue(Attempts.MOST + 3);
    }

    /** Otherwise it would wait until its deadline, and fail all the same. */
    @Test
    void failAtOnceIfTheyWouldHaveToWaitBeyondTheirDeadline() {
        first.refusal = () -> refused().withRetryAfter(Duration.ofHours(1));
        CallException failed = catchThrowableOfType(CallException.class, single::buy);
        assertThat(failed.retryAfter()).isEqualTo(Duration.ofHours(1));
        assertThat(first.calls).hasValue(1);
    }

    // ---- the budget

    @Test
    void areFewWhereEachFails() {
        int calls = 40;
        for (int i = 0; i < calls; i++) {
            assertThatThrownBy(single::cut).isInstanceOf(CallException.class);
        }
        int repeated = first.calls.get() - calls;
        assertThat(repeated).as("of %d that could be made", 3 * calls).isBetween(RetryBudget.ALWAYS, calls);
        // A repeated call that ends with its connection is not among those that the server has run.
        assertThat(client.statistics().callsRepeated()).isBetween((long) repeated, (long) calls);
    }

    @Test
    void areMadeAgainWithAnUnknownOutcomeIfTheirOptionsAllowThat() {
        assertThatThrownBy(single::cutUnsafely).isInstanceOf(CallException.class);
        assertThat(first.calls).hasValue(1);
        Shop safe = Calls.with(single, CallOptions.builder().idempotent().build());
        assertThatThrownBy(safe::cutUnsafely).isInstanceOf(CallException.class);
        assertThat(first.calls).hasValue(1 + Attempts.MOST);
        Shop once = Calls.with(single, CallOptions.builder().attempts(1).build());
        assertThatThrownBy(once::cut).isInstanceOf(CallException.class);
        assertThat(first.calls).hasValue(2 + Attempts.MOST);
    }

    @Test
    void areNotMadeAgainForAReferenceWhoseSessionHasEnded() {
        Bell bell = single.bell();
        assertThatThrownBy(bell::cut).isInstanceOf(CallException.class);
        assertThat(first.calls).hasValue(1);
    }

    @Test
    void areRecorded() {
        List<String> events = new CopyOnWriteArrayList<>();
        try (RecordingStream recorder = new RecordingStream()) {
            recorder.enable("dev.wherry.Retry");
            recorder.onEvent(
                    "dev.wherry.Retry",
                    event -> { // of other tests as well
                        if (event.getString("peer").equals(first.address.toString())) {
                            events.add(event.getString("method") + ", " + event.getInt("attempt") + ", "
                                    + event.getString("failure"));
                        }
                    });
            recorder.startAsync();
            first.refusal = RepeatedCallsTest::refused;
            assertThat(shop.buy()).isEqualTo(2);
            Pair.until("an event is recorded", () -> !events.isEmpty());
        }
        assertThat(events).containsExactly(Shop.class.getName() + ".buy()I, 2, " + refused());
    }

    // ---- hedging

    private static Shop hedged(Shop shop) {
        return Calls.with(
                shop, CallOptions.builder().hedgeAfter(Duration.ofMillis(1)).build());
    }

    private static int waiting(Shop shop) {
        try {
            return shop.wait(true);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void areAnsweredByASecondServerIfTheFirstIsSlow(boolean async) throws Exception {
        assertThat(call(async, hedged(shop), RepeatedCallsTest::waiting)).isEqualTo(2);
        first.interrupted.await();
        assertThat(first.attempts).containsExactly(1L);
        assertThat(second.attempts).containsExactly(2L);
        assertThat(client.statistics().callsHedged()).isEqualTo(1);
    }

    @Test
    void areAnsweredByTheFirstServerIfTheSecondRefuses() throws Exception {
        second.refusal = () -> {
            first.released.countDown();
            return refused();
        };
        assertThat(hedged(shop).wait(true)).isEqualTo(1);
    }

    @Test
    void haveTheFailureOfTheMethodAsTheirAnswer() {
        assertThatThrownBy(hedged(shop)::fail).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void areMadeAtOneServerIfTheyMustNotRunTwice() throws Exception {
        FutureTask<Integer> call = new FutureTask<>(hedged(shop)::waitUnsafely);
        Thread.ofPlatform().start(call);
        first.entered.await();
        assertThat(hedged(single).ask()).isEqualTo(1);
        first.released.countDown();
        assertThat(call.get()).isEqualTo(1);
        assertThat(second.calls).hasValue(0);
        assertThat(client.statistics().callsHedged()).isZero();
    }

    @Test
    void areCancelledAsOthersAre() throws Exception {
        CallOptions late = CallOptions.builder().hedgeAfter(Duration.ofHours(1)).build();
        CompletableFuture<Integer> call = Calls.async(Calls.with(shop, late), RepeatedCallsTest::waiting);
        first.entered.await();
        assertThat(call.cancel(true)).isTrue();
        first.interrupted.await();
        assertThat(second.calls).hasValue(0);
    }

    @Test
    void areCancelledByAnInterrupt() throws Exception {
        FutureTask<Integer> call = new FutureTask<>(() -> Calls.with(
                        shop,
                        CallOptions.builder().hedgeAfter(Duration.ofHours(1)).build())
                .wait(true));
        Thread caller = Thread.ofPlatform().start(call);
        first.entered.await();
        caller.interrupt();
        assertThatThrownBy(call::get)
                .cause()
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.CANCELLED));
        first.interrupted.await();
    }
}
