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
import dev.wherry.EndpointOptions;
import dev.wherry.internal.endpoint.EndpointEngine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stubs of names that several servers serve. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SeveralAddressesTest {
    public interface Place {
        /** Returns which server has run the call. */
        int number();

        CompletableFuture<Integer> later();

        int slow() throws InterruptedException;

        Door door();
    }

    @ByReference
    public interface Door {
        int number();
    }

    /** A server that can be started again at its address. */
    private final class Server implements Place {
        final int number;
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch released = new CountDownLatch(1);
        EndpointEngine engine = engine();
        URI address = URI.create("tcp://127.0.0.1:0");

        Server(int number) {
            this.number = number;
            listen();
        }

        void listen() {
            engine.bind("place", Place.class, this);
            address = engine.listeners().open(address.toString());
        }

        void restart() {
            engine = engine();
            listen();
        }

        void kill() {
            engine.close(Duration.ZERO);
            Pair.until(
                    "its end is noticed",
                    () -> client.sessions().stream()
                            .noneMatch(each -> each.name().equals(address.toString())));
        }

        @Override
        public int number() {
            return number;
        }

        @Override
        public CompletableFuture<Integer> later() {
            return CompletableFuture.completedFuture(number);
        }

        @Override
        public int slow() throws InterruptedException {
            entered.countDown();
            released.await();
            return number;
        }

        @Override
        public Door door() {
            return () -> number;
        }
    }

    private final List<EndpointEngine> all = new ArrayList<>();
    private final EndpointEngine client = engine();
    private final Server first = new Server(1);
    private final Server second = new Server(2);

    private EndpointEngine engine() {
        EndpointEngine engine = new EndpointEngine(
                EndpointOptions.builder().timeout(Duration.ofMinutes(1)).build());
        all.add(engine);
        return engine;
    }

    @AfterEach
    void close() {
        first.released.countDown();
        all.forEach(each -> each.close(Duration.ZERO));
    }

    private Place lookup(URI... addresses) {
        return client.connections().lookup(list(addresses), Place.class);
    }

    private static String list(URI... addresses) {
        List<String> authorities = new ArrayList<>();
        for (URI each : addresses) {
            authorities.add(each.getRawAuthority());
        }
        return "tcp://" + String.join(",", authorities) + "/place";
    }

    @Test
    void areTriedInTheirOrder() {
        assertThat(lookup(first.address, second.address).number()).isEqualTo(1);
        assertThat(lookup(second.address, first.address).number()).isEqualTo(2);
        assertThat(lookup(first.address, second.address))
                .hasToString(Place.class.getName() + " at " + list(first.address, second.address));
    }

    @Test
    void areLeftAtOnceWhenTheLinkBreaksAndNobodyListens() {
        Place place =
                Calls.with(lookup(first.address, second.address), CallOptions.ofTimeout(Duration.ofMillis(1_500)));
        assertThat(place.number()).isEqualTo(1);
        Session lost = Pair.session(client, place);
        first.engine.listeners().close();
        lost.loseLink(lost.main().link(), "cut by a test", false);
        Pair.until("the other link is refused", () -> lost.state().isLinkRefused());
        assertThat(place.number())
                .as("before the session is given up after 2 s")
                .isEqualTo(2);
    }

    @Test
    void areLeftForTheNextWhereNobodyListens() {
        first.kill();
        assertThat(lookup(first.address, second.address).number()).isEqualTo(2);
        Place lazy = client.connections().lookupLazily(list(first.address, second.address), Place.class);
        assertThat(lazy.number()).isEqualTo(2);
        assertThat(client.connections()
                        .connect(list(first.address, second.address).replace("/place", ""))
                        .isOpen())
                .isTrue();
    }

    @Test
    void takeOverFromAServerThatIsGone() {
        Place place = lookup(first.address, second.address);
        assertThat(place.number()).isEqualTo(1);
        first.kill();
        assertThat(place.number()).isEqualTo(2);
        assertThat(place.later().join()).isEqualTo(2);
        first.restart();
        second.kill();
        assertThat(place.later().join()).isEqualTo(1);
        assertThat(place.number()).isEqualTo(1);
    }

    @Test
    void takeOverFromAServerThatEndsInOrder() throws Exception {
        Place place = lookup(first.address, second.address);
        FutureTask<Integer> running = new FutureTask<>(place::slow);
        Thread.ofPlatform().start(running);
        first.entered.await();
        Thread closing = Thread.ofPlatform().start(() -> first.engine.close(Duration.ofMinutes(1)));
        Pair.until(
                "it has announced its end",
                () -> client.sessions().stream().anyMatch(each -> !each.state().isOpen()));
        assertThat(place.number()).isEqualTo(2);
        first.released.countDown();
        assertThat(running.get()).isEqualTo(1);
        closing.join();
    }

    /** A server that leaves one client still listens. */
    @Test
    void areTriedLaterIfTheirServerHasLeft() {
        Place place = lookup(first.address, second.address);
        first.engine.sessions().forEach(Session::leave);
        Pair.until(
                "it has announced its end",
                () -> client.sessions().stream()
                        .noneMatch(each -> each.name().equals(first.address.toString())
                                && each.state().isOpen()));
        assertThat(place.number()).isEqualTo(2);
    }

    @Test
    void doNotTakeOverForReferences() {
        Place place = lookup(first.address, second.address);
        Door door = place.door();
        assertThat(door.number()).isEqualTo(1);
        first.kill();
        assertThatThrownBy(door::number)
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_RUN));
        assertThat(place.door().number()).isEqualTo(2);
    }

    @Test
    void doNotTakeOverForACallThatMayHaveRun() throws Exception {
        Place place = lookup(first.address, second.address);
        FutureTask<Integer> running = new FutureTask<>(place::slow);
        Thread.ofPlatform().start(running);
        first.entered.await();
        first.kill();
        assertThatThrownBy(running::get)
                .cause()
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.outcome()).isEqualTo(Outcome.UNKNOWN));
        assertThat(second.entered.getCount()).isEqualTo(1);
    }

    @Test
    void areSearchedForAName() {
        first.engine.unbind("place");
        Place place = lookup(first.address, second.address);
        assertThat(place.number()).isEqualTo(2);
        second.engine.unbind("place");
        CallException failed = catchThrowableOfType(CallException.class, place::number);
        assertThat(failed.code()).isEqualTo(Code.NOT_FOUND);
        assertThat(failed.outcome()).isEqualTo(Outcome.NOT_RUN);
        first.engine.bind("place", Place.class, first);
        assertThat(place.number()).isEqualTo(1);
    }

    @Test
    void areAllNamedWhereNoneAnswers() {
        Place place = lookup(first.address, second.address);
        first.kill();
        second.kill();
        CallException failed = catchThrowableOfType(CallException.class, place::number);
        assertThat(failed.code()).isEqualTo(Code.UNAVAILABLE);
        assertThat(failed.outcome()).isEqualTo(Outcome.NOT_RUN);
        assertThat(failed)
                .hasMessageContaining("Cannot connect to any of tcp://127.0.0.1:")
                .hasMessageContaining(first.address + ": Connection refused")
                .hasMessageContaining(second.address + ": Connection refused");
        assertThat(failed.getSuppressed()).hasSize(2);
    }

    @Test
    void areWaitedForIfThatIsWanted() throws Exception {
        Place place = Calls.with(
                lookup(first.address, second.address),
                CallOptions.builder().waitForReady().build());
        first.kill();
        second.kill();
        FutureTask<Integer> call = new FutureTask<>(place::number);
        Thread caller = Thread.ofPlatform().start(call);
        Pair.until("it waits", () -> caller.getState() == Thread.State.TIMED_WAITING);
        second.restart();
        assertThat(call.get()).isEqualTo(2);
    }

    /** The kernel accepts the connection, and nobody says Hello. */
    @Test
    void doNotWaitForOneThatNeverAnswers() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            URI dead = URI.create("tcp://127.0.0.1:" + silent.getLocalPort());
            Place place = lookup(dead, second.address, first.address);
            assertThat(place.number()).isEqualTo(2);
            Place hasty = client.connections().lookupLazily(list(dead, first.address), Place.class);
            assertThat(Calls.with(hasty, CallOptions.ofTimeout(Duration.ofSeconds(30)))
                            .number())
                    .isEqualTo(1);
            Place none = client.connections().lookupLazily(list(dead, URI.create("tcp://127.0.0.1:1")), Place.class);
            CallException failed = catchThrowableOfType(
                    CallException.class,
                    () -> Calls.with(none, CallOptions.ofTimeout(Duration.ofMillis(50)))
                            .number());
            assertThat(failed.code()).isIn(Code.UNAVAILABLE, Code.DEADLINE_EXCEEDED);
            assertThat(failed.outcome()).isEqualTo(Outcome.NOT_RUN);
        }
    }

    @Test
    void areRefusedWhereOnlyOneIsPossible() {
        String list = list(first.address, second.address);
        assertThatThrownBy(() -> engine().listeners().open(list.replace("/place", "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one is expected here");
        assertThatThrownBy(() -> client.connections().lookup("inprocess://a,b/place", Place.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one is expected here");
        assertThatThrownBy(() -> client.connections().lookup("tcp://[::1]:1,[0::1]:1/place", Place.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("twice");
    }
}
