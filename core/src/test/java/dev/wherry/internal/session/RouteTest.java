package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Delivery;
import dev.wherry.EndpointOptions;
import dev.wherry.Idempotent;
import dev.wherry.Limits;
import dev.wherry.OneWay;
import dev.wherry.PeerEnd;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.internal.objects.Address;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stubs of bound names outlive connections, servers and bindings. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RouteTest {
    private static final String CLOSED_PORT = "Connection refused";

    public interface Shop {
        int add(int a, int b);

        CompletableFuture<Integer> later(int number);

        @OneWay(Delivery.ACCEPTED)
        void accept();

        @OneWay
        void send();

        @OneWay(Delivery.QUEUED)
        void queue();

        void cut();

        @Idempotent
        int cutOnce();

        Shop self(Shop shop);
    }

    /** Counts its calls, which may cut the connection by which they came. */
    private static class Served implements Shop {
        final Semaphore oneWays = new Semaphore(0);
        final AtomicInteger cuts = new AtomicInteger();
        private final EndpointEngine by;

        Served(EndpointEngine by) {
            this.by = by;
        }

        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public CompletableFuture<Integer> later(int number) {
            return CompletableFuture.completedFuture(number);
        }

        @Override
        public void accept() {
            oneWays.release();
        }

        @Override
        public void send() {
            oneWays.release();
        }

        @Override
        public void queue() {
            oneWays.release();
        }

        @Override
        public void cut() {
            cuts.incrementAndGet();
            by.sessions().forEach(session -> session.die(PeerEnd.Reason.CLOSED, "cut by a test"));
        }

        @Override
        public int cutOnce() {
            if (cuts.getAndIncrement() == 0) {
                by.sessions().forEach(session -> session.die(PeerEnd.Reason.CLOSED, "cut by a test"));
            }
            return cuts.get();
        }

        @Override
        public Shop self(Shop shop) {
            return shop;
        }
    }

    private final List<EndpointEngine> all = new ArrayList<>();
    private final EndpointEngine client = engine();
    private EndpointEngine server = engine();
    private @Nullable URI listened;
    private Served served = new Served(server);

    private EndpointEngine engine() {
        EndpointEngine engine = new EndpointEngine(
                EndpointOptions.builder().timeout(Duration.ofMinutes(1)).build());
        all.add(engine);
        return engine;
    }

    @AfterEach
    void close() {
        all.forEach(each -> each.close(Duration.ZERO));
    }

    private URI listen(String at) {
        server.bind("shop", Shop.class, served);
        URI bound = server.listeners().open(at);
        listened = at.endsWith("?copy") ? URI.create(at) : bound;
        return listened;
    }

    /** A call over a connection that has ended, and seems open, would have an unknown outcome. */
    private void closeServer() {
        server.close(Duration.ZERO);
        Pair.until(
                "the end is noticed",
                () -> all.stream()
                        .flatMap(each -> each.sessions().stream())
                        .noneMatch(
                                session -> session.isDialed() && session.name().equals(String.valueOf(listened))));
    }

    private void restart(URI address) {
        closeServer();
        server = engine();
        served = new Served(server);
        listen(address.toString());
    }

    private Shop lookup(URI address) {
        return client.connections().lookup(Address.with(address, "shop"), Shop.class);
    }

    private static Session sessionOf(Shop stub, EndpointEngine client) {
        return Pair.session(client, stub);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://127.0.0.1:0", "unix:", "inprocess://route?copy"})
    void leadsToAServerThatWasStartedAgain(String at, @TempDir Path folder) throws Exception {
        URI address = listen(at.equals("unix:") ? at + folder.resolve("socket") : at);
        Shop shop = lookup(address);
        restart(address);
        assertThat(shop.add(1, 2)).isEqualTo(3);
        restart(address);
        assertThat(shop.later(7).join()).isEqualTo(7);
        restart(address);
        assertThat(Calls.async(shop, it -> it.add(3, 4)).join()).isEqualTo(7);
        restart(address);
        shop.accept();
        served.oneWays.acquire();
        restart(address);
        shop.send();
        served.oneWays.acquire();
        restart(address);
        shop.queue();
        served.oneWays.acquire();
    }

    @Test
    void leadsToTheSameServerAfterItsConnectionWasClosed() {
        URI address = listen("tcp://127.0.0.1:0");
        Shop shop = lookup(address);
        sessionOf(shop, client).peer().close();
        assertThat(shop.add(1, 2)).isEqualTo(3);
        sessionOf(shop, client).die(PeerEnd.Reason.CLOSED, "cut by a test");
        assertThat(shop.add(1, 2)).isEqualTo(3);
        server.sessions().forEach(Session::leave);
        assertThat(shop.add(1, 2)).isEqualTo(3);
    }

    @Test
    void leadsToWhatIsBoundNow() {
        Shop shop = lookup(listen("tcp://127.0.0.1:0"));
        server.unbind("shop");
        CallException failed = catchThrowableOfType(CallException.class, () -> shop.add(1, 2));
        assertThat(failed.code()).isEqualTo(Code.NOT_FOUND);
        assertThat(failed.outcome()).isEqualTo(Outcome.NOT_RUN);
        assertThat(failed).hasMessageContaining("Nothing is bound");
        server.bind("other", Shop.class, served);
        server.bind("shop", Shop.class, new Served(server) {
            @Override
            public int add(int a, int b) {
                return 42;
            }
        });
        assertThat(shop.add(1, 2)).isEqualTo(42);
        assertThat(shop.later(7).join()).isEqualTo(7);
    }

    @Test
    void leadsToWhatIsBoundNowAlsoForCallsWithoutAnAnswer() throws Exception {
        Shop shop = lookup(listen("tcp://127.0.0.1:0"));
        server.unbind("shop");
        Served next = new Served(server);
        server.bind("shop", Shop.class, next);
        shop.send();
        shop.queue();
        assertThat(next.oneWays.tryAcquire(2, 1, TimeUnit.MINUTES)).isTrue();
        assertThat(served.oneWays.availablePermits()).isZero();
    }

    /** Makes calls in a thread of its own, and returns how many. */
    private static FutureTask<Integer> calling(AtomicBoolean stop, IntConsumer call) {
        FutureTask<Integer> caller = new FutureTask<>(() -> {
            int calls = 0;
            for (; !stop.get(); calls++) {
                call.accept(calls);
            }
            return calls;
        });
        Thread.ofPlatform().start(caller);
        return caller;
    }

    @Test
    void losesNoQueuedCallWhenSessionsEndInOrder() throws Exception {
        Shop shop = lookup(listen("tcp://127.0.0.1:0"));
        AtomicBoolean stop = new AtomicBoolean();
        FutureTask<Integer> caller = calling(stop, _ -> shop.queue());
        for (int i = 0; i < 10; i++) {
            Thread.sleep(100); // a call has four attempts, which must not all meet an end
            server.sessions().forEach(Session::leave);
        }
        stop.set(true);
        assertThat(served.oneWays.tryAcquire(caller.get(), 1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void leadsToTheOldOrTheNewObjectWhileItsNameIsBoundAgain() throws Exception {
        Shop shop = lookup(listen("tcp://127.0.0.1:0"));
        AtomicBoolean stop = new AtomicBoolean();
        FutureTask<Integer> caller = calling(stop, number -> {
            assertThat(shop.add(number, 1)).isEqualTo(number + 1);
            assertThat(shop.later(number).join()).isEqualTo(number);
        });
        for (int i = 0; i < 10_000 && !caller.isDone(); i++) {
            server.rebind("shop", Shop.class, new Served(server));
        }
        stop.set(true);
        assertThat(caller.get()).isPositive();
    }

    /** So many that the server no longer knows the name's number. */
    private void bindAfterManyOthers() {
        server.unbind("shop");
        for (int i = 0; i < 1_000; i++) {
            server.bind("other " + i, Shop.class, served);
            server.unbind("other " + i);
        }
        server.bind("shop", Shop.class, served);
    }

    @Test
    void leadsToWhatIsBoundNowAlsoAfterManyOthers() {
        Shop shop = lookup(listen("tcp://127.0.0.1:0"));
        bindAfterManyOthers();
        assertThat(shop.add(1, 2)).isEqualTo(3);
    }

    @Test
    void leadsToWhatIsBoundNowAlsoForCallsOfOneAttempt() {
        Shop once = Calls.with(
                lookup(listen("tcp://127.0.0.1:0")),
                CallOptions.builder().attempts(1).build());
        bindAfterManyOthers();
        CallException failed = catchThrowableOfType(CallException.class, () -> once.add(1, 2));
        assertThat(failed.code()).isEqualTo(Code.NOT_FOUND);
        assertThat(once.add(1, 2)).isEqualTo(3);
    }

    @Test
    void isConnectedOnceForAllItsCallers() throws Exception {
        URI address = listen("tcp://127.0.0.1:0");
        Shop shop = lookup(address);
        Shop other = lookup(address);
        restart(address);
        CountDownLatch together = new CountDownLatch(1);
        List<FutureTask<Integer>> callers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Shop called = i % 2 == 0 ? shop : other;
            callers.add(new FutureTask<>(() -> {
                together.await();
                return called.add(1, 2);
            }));
            (i % 4 < 2 ? Thread.ofPlatform() : Thread.ofVirtual()).start(callers.getLast());
        }
        together.countDown();
        for (FutureTask<Integer> caller : callers) {
            assertThat(caller.get()).isEqualTo(3);
        }
        assertThat(server.statistics().sessions()).isEqualTo(1);
    }

    @Test
    void failsACallThatWasNotRunWhereNobodyListens() {
        URI address = listen("tcp://127.0.0.1:0");
        Shop shop = lookup(address);
        closeServer();
        CallException failed = catchThrowableOfType(CallException.class, () -> shop.add(1, 2));
        assertThat(failed).hasMessageContaining(CLOSED_PORT);
        assertThat(failed.code()).isEqualTo(Code.UNAVAILABLE);
        assertThat(failed.outcome()).isEqualTo(Outcome.NOT_RUN);
        assertThat(shop.later(1))
                .failsWithin(Duration.ofMinutes(1))
                .withThrowableThat()
                .withMessageContaining(CLOSED_PORT);
        shop.queue(); // is logged
        assertThatThrownBy(shop::send).hasMessageContaining(CLOSED_PORT);
    }

    @Test
    void waitsForAServerThatIsNotReady() throws Exception {
        URI address = listen("tcp://127.0.0.1:0");
        Shop shop =
                Calls.with(lookup(address), CallOptions.builder().waitForReady().build());
        closeServer();
        FutureTask<Integer> call = new FutureTask<>(() -> shop.add(1, 2));
        Thread caller = Thread.ofPlatform().start(call);
        CompletableFuture<Integer> later = shop.later(7);
        Pair.until("it pauses", () -> caller.getState() == Thread.State.TIMED_WAITING);
        assertThat(call.isDone() || later.isDone()).isFalse();
        restart(address);
        assertThat(call.get()).isEqualTo(3);
        assertThat(later.join()).isEqualTo(7);
    }

    /** Each call that waits for a connection has a thread, so that a flood of them would take all memory. */
    @Test
    void isSearchedForByAsManyCallsAsMayBeInFlight() throws Exception {
        URI address = listen("tcp://127.0.0.1:0");
        EndpointEngine small = new EndpointEngine(EndpointOptions.builder()
                .limits(Limits.builder().callsInFlight(2).build())
                .build());
        all.add(small);
        Shop shop = Calls.with(
                small.connections().lookupLazily(Address.with(address, "shop"), Shop.class),
                CallOptions.builder()
                        .waitForReady()
                        .timeout(Duration.ofMinutes(1))
                        .build());
        closeServer();
        List<CompletableFuture<Integer>> made = List.of(shop.later(1), shop.later(2));
        Shop hurried = Calls.with(
                shop, CallOptions.builder().timeout(Duration.ofMillis(50)).build());
        assertThatThrownBy(() -> hurried.later(3).join())
                .cause()
                .hasMessageContaining("time was up")
                .extracting(e -> ((CallException) e).code())
                .isEqualTo(Code.UNAVAILABLE);
        FutureTask<Integer> call = new FutureTask<>(() -> shop.later(4).join());
        Thread caller = Thread.ofPlatform().start(call);
        Pair.until("it waits for one of the others", () -> caller.getState() == Thread.State.TIMED_WAITING);
        assertThat(made).noneMatch(CompletableFuture::isDone);
        restart(address);
        assertThat(made).extracting(CompletableFuture::join).containsExactly(1, 2);
        assertThat(call.get()).isEqualTo(4);
    }

    @Test
    void waitsForANameThatIsNotBoundYet() throws Exception {
        URI address = listen("tcp://127.0.0.1:0");
        server.unbind("shop");
        Shop shop = Calls.with(
                client.connections().lookupLazily(Address.with(address, "shop"), Shop.class),
                CallOptions.builder().waitForReady().build());
        FutureTask<Integer> call = new FutureTask<>(() -> shop.add(1, 2));
        Thread.ofPlatform().start(call);
        Pair.until(
                "the name was looked up",
                () -> !client.sessions().isEmpty() && client.statistics().callsOut() == 0);
        server.bind("shop", Shop.class, new Served(server));
        assertThat(call.get()).isEqualTo(3);
    }

    @Test
    void waitsNoLongerThanItsCallMayTake() {
        URI address = listen("tcp://127.0.0.1:0");
        Shop shop = Calls.with(
                lookup(address),
                CallOptions.builder()
                        .waitForReady()
                        .timeout(Duration.ofMillis(50))
                        .build());
        closeServer();
        CallException failed = catchThrowableOfType(CallException.class, () -> shop.add(1, 2));
        assertThat(failed.code()).isIn(Code.UNAVAILABLE, Code.DEADLINE_EXCEEDED);
        assertThat(failed.outcome()).isEqualTo(Outcome.NOT_RUN);
    }

    @Test
    void isNotWaitedForAfterTheEndOfItsEndpoint() {
        Shop shop = Calls.with(
                lookup(listen("tcp://127.0.0.1:0")),
                CallOptions.builder().waitForReady().build());
        client.close(Duration.ZERO);
        assertThatThrownBy(() -> shop.add(1, 2)).hasMessageContaining("This endpoint is closed");
    }

    @Test
    void isNotWaitedForByCallsThatFailFast() {
        URI address = listen("tcp://127.0.0.1:0");
        Shop shop = Calls.with(lookup(address), CallOptions.builder().failFast().build());
        restart(address);
        CallException failed = catchThrowableOfType(CallException.class, () -> shop.add(1, 2));
        assertThat(failed.code()).isEqualTo(Code.UNAVAILABLE);
        assertThat(failed.outcome()).isEqualTo(Outcome.NOT_RUN);
        Pair.until("it is found meanwhile", () -> {
            try {
                return shop.add(1, 2) == 3;
            } catch (CallException e) {
                return false;
            }
        });
    }

    @Test
    void saysThatItsEndpointIsClosedAlsoToCallsThatFailFast() {
        Shop shop = lookup(listen("tcp://127.0.0.1:0"));
        Shop hasty = Calls.with(shop, CallOptions.builder().failFast().build());
        client.close(Duration.ZERO);
        assertThatThrownBy(() -> hasty.add(1, 2)).hasMessageContaining("closed");
        assertThatThrownBy(() -> shop.add(1, 2)).hasMessageContaining("closed");
    }

    @Test
    void isTriedAgainForACallOfUnknownOutcomeOnlyIfThatIsIdempotent() {
        Shop shop = lookup(listen("tcp://127.0.0.1:0"));
        CallException failed = catchThrowableOfType(CallException.class, shop::cut);
        assertThat(failed.code()).isEqualTo(Code.UNKNOWN_OUTCOME);
        assertThat(served.cuts).hasValue(1);
        served.cuts.set(0);
        assertThat(shop.cutOnce()).isEqualTo(2);
        served.cuts.set(0);
        assertThat(Calls.async(shop, Shop::cutOnce).join()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leavesAnOutcomeUnknownThatNoLaterAttemptHasMadeKnown(boolean async) {
        server.bind("shop", Shop.class, new Served(server) {
            @Override
            public int cutOnce() {
                server.listeners().close();
                return super.cutOnce();
            }
        });
        Shop shop = lookup(server.listeners().open("tcp://127.0.0.1:0"));
        CallException failed = async
                ? Calls.async(shop, Shop::cutOnce)
                        .handle((value, why) -> (CallException) why)
                        .join()
                : catchThrowableOfType(CallException.class, shop::cutOnce);
        assertThat(failed.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(failed.getSuppressed()).hasSize(1);
        assertThat(failed.getSuppressed()[0]).hasMessageContaining(CLOSED_PORT);
    }

    @Test
    void isLookedUpAtTheFirstCallIfThatIsWanted() {
        URI address = listen("tcp://127.0.0.1:0");
        closeServer();
        Shop shop = client.connections().lookupLazily(Address.with(address, "shop"), Shop.class);
        assertThat(shop).hasToString(Shop.class.getName() + " at " + Address.with(address, "shop"));
        assertThat(Stubs.requireTarget(shop).peer()).isEmpty();
        assertThatThrownBy(() -> shop.add(1, 2)).hasMessageContaining(CLOSED_PORT);
        restart(address);
        assertThat(shop.add(1, 2)).isEqualTo(3);
        assertThatThrownBy(() -> client.connections().lookupLazily("nothing://x/shop", Shop.class))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void comesHomeOverTheSessionThatItUses() {
        URI address = listen("tcp://127.0.0.1:0");
        Shop shop = lookup(address);
        assertThat(shop.self(shop)).isEqualTo(shop);
        assertThat(client.statistics().exports()).isZero();
    }

    @Test
    void isUsedByThoseToWhomItsStubWasPassed() {
        URI address = listen("tcp://127.0.0.1:0");
        EndpointEngine middle = engine();
        middle.bind("shop", Shop.class, (Shop) middle.connections().lookup(Address.with(address, "shop"), Shop.class));
        Shop shop = lookup(middle.listeners().open("tcp://127.0.0.1:0"));
        assertThat(shop.add(1, 2)).isEqualTo(3);
        restart(address);
        assertThat(shop.add(1, 2)).isEqualTo(3);
    }

    @Test
    void doesNotKeepSessionsThatHaveEnded() {
        URI address = listen("tcp://127.0.0.1:0");
        Shop shop = lookup(address);
        WeakReference<Session> before = new WeakReference<>(sessionOf(shop, client));
        restart(address);
        assertThat(shop.add(1, 2)).isEqualTo(3);
        Pair.until("it is collected", () -> {
            System.gc();
            return before.refersTo(null);
        });
    }

    @Test
    void endsWhereItsStubIsReleased() {
        Shop shop = lookup(listen("tcp://127.0.0.1:0"));
        Calls.release(shop);
        assertThatThrownBy(() -> shop.add(1, 2)).hasMessageContaining("was released here");
    }
}
