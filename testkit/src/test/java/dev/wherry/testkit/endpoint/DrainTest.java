package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.OneWay;
import dev.wherry.Peer;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls around the orderly end of an endpoint. */
class DrainTest {
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    @TempDir
    Path folder;

    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicInteger entered = new AtomicInteger();
    private final Endpoint client = endpoints.watch(Endpoint.create());

    @ByReference
    public interface Listener {
        /** Returns a number that the listener may have to ask for. */
        int changed(String what);
    }

    public interface Desk {
        /** Waits until the test opens the gate. */
        int pass(int number);

        @OneWay
        void note();

        /** Calls the listener before and after the gate, the second time from another thread, and adds up what it returns. */
        int report(Listener listener) throws Exception;

        void watch(Listener listener);

        /** Waits for the gate, then calls the listener that another client has left. */
        int publish();

        /** Waits for the gate, then calls another server. */
        int forward(int number);
    }

    /** Every method waits for the gate. */
    private class Gated implements Desk {
        private volatile Listener watching = what -> 0;
        private volatile Desk next;

        @Override
        public int pass(int number) {
            entered.incrementAndGet();
            try {
                Await.latch(gate);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return number;
        }

        @Override
        public void note() {
            pass(0);
        }

        @Override
        public int report(Listener listener) throws Exception {
            int first = listener.changed("before");
            pass(0);
            int second = listener.changed("while it drains");
            return first
                    + second
                    + Running.startVirtual(() -> listener.changed("from elsewhere"))
                            .get();
        }

        @Override
        public void watch(Listener listener) {
            watching = listener;
        }

        @Override
        public int publish() {
            pass(0);
            return watching.changed("published");
        }

        @Override
        public int forward(int number) {
            pass(0);
            return next.pass(number);
        }
    }

    private final Gated desk = new Gated();

    private Endpoint serve(String scheme) {
        Endpoint server = endpoints.watch(
                Endpoint.listen(scheme.equals("unix") ? "unix:" + folder.resolve("desk") : "tcp://127.0.0.1:0"));
        server.bind("desk", Desk.class, desk);
        return server;
    }

    private static String uri(Endpoint server) {
        return server.address() + (server.address().getScheme().equals("unix") ? "#desk" : "/desk");
    }

    private static Running<Object> close(Endpoint server, Duration drain) {
        return Running.start(() -> {
            server.close(drain);
            return "closed";
        });
    }

    /** Begins to close a server, and waits until its client has been notified. */
    private Running<Object> drain(Endpoint server) {
        Peer peer = client.connect(server.address().toString());
        Running<Object> closing = close(server, Running.LONG);
        Await.until("the client to be notified", () -> !peer.isOpen());
        return closing;
    }

    private void awaitRunning(int calls) {
        Await.until(() -> calls + " calls to run, not " + entered, () -> entered.get() == calls);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix"})
    void answersEachCallThatWasBegunBefore(String scheme) throws Exception {
        Endpoint server = serve(scheme);
        Desk stub = client.lookup(uri(server), Desk.class);
        Desk ordered = Calls.with(stub, CallOptions.builder().ordered(true).build());
        List<Running<Integer>> running = new ArrayList<>();
        for (int i = 0; i < 6; i++) { // the first ones go over main, and have lanes opened
            int number = i;
            running.add(Running.start(() -> stub.pass(number)));
        }
        running.add(Running.startVirtual(() -> stub.pass(6)));
        CompletableFuture<Integer> async = Calls.async(stub, desk -> desk.pass(7));
        stub.note();
        CompletableFuture<Integer> first = Calls.async(ordered, desk -> desk.pass(8));
        CompletableFuture<Integer> second = Calls.async(ordered, desk -> desk.pass(9)); // waits for the first
        awaitRunning(10);
        Running<Object> closing = drain(server);

        CallException late = catchThrowableOfType(CallException.class, () -> stub.pass(-1));
        assertThat(late.code()).isEqualTo(Code.UNAVAILABLE);
        assertThat(late.outcome()).isEqualTo(Outcome.NOT_RUN);
        assertThat(closing.isDone()).isFalse();

        gate.countDown();
        for (int i = 0; i < running.size(); i++) {
            assertThat(running.get(i).get()).isEqualTo(i);
        }
        assertThat(List.of(async.join(), first.join(), second.join())).containsExactly(7, 8, 9);
        closing.get();
        assertThat(entered).as("calls that ran").hasValue(11);
    }

    @Test
    void callsBackWhileItDrains() throws Exception {
        Endpoint server = serve("tcp");
        Desk stub = client.lookup(uri(server), Desk.class);
        // The listener needs the server to answer: from within the callback it can still be called.
        Running<Integer> reporting =
                Running.start(() -> stub.report(what -> what.equals("before") ? 1 : stub.pass(10)));
        awaitRunning(1);
        Running<Object> closing = drain(server);
        gate.countDown();
        assertThat(reporting.get()).isEqualTo(21);
        closing.get();
    }

    /** A method that still runs may call a client that has nothing to wait for any more. */
    @Test
    void callsOtherClientsWhileItDrains() throws Exception {
        Endpoint server = serve("tcp");
        Endpoint watcher = endpoints.watch(Endpoint.create());
        watcher.lookup(uri(server), Desk.class).watch(what -> 5);
        Desk stub = client.lookup(uri(server), Desk.class);
        Running<Integer> publishing = Running.start(stub::publish);
        awaitRunning(1);
        Peer other = watcher.connect(server.address().toString());
        Running<Object> closing = drain(server);
        Await.until("the other client to be notified", () -> !other.isOpen());
        gate.countDown();
        assertThat(publishing.get()).isEqualTo(5);
        closing.get();
        desk.watching = what -> 0;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void callsOtherServersWhileItDrains(boolean connected) throws Exception {
        Endpoint server = serve("tcp");
        Endpoint backend = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        Gated behind = new Gated();
        backend.bind("desk", Desk.class, behind);
        desk.next = server.lookupLazily(uri(backend), Desk.class);
        if (connected) {
            Calls.asyncRun(desk.next, next -> next.watch(null)).join();
        }
        String uri = uri(server);
        Desk stub = client.lookup(uri, Desk.class);
        Running<Integer> forwarding = Running.start(() -> stub.forward(3));
        awaitRunning(1);
        Running<Object> closing = drain(server);
        CallException late = catchThrowableOfType(
                CallException.class, () -> endpoints.watch(Endpoint.create()).lookup(uri, Desk.class));
        assertThat(late.code()).isEqualTo(Code.UNAVAILABLE);
        gate.countDown();
        assertThat(forwarding.get()).isEqualTo(3);
        closing.get();
        desk.next = null;
    }

    /** Methods that only the endpoint itself runs do not keep it open. */
    @Test
    void makesNoCallsOfItsOwnWhileItDrains() throws Exception {
        Endpoint server = serve("tcp");
        client.lookup(uri(server), Desk.class).watch(what -> 5);
        Peer peer = client.connect(server.address().toString());
        server.close();
        CallException late = catchThrowableOfType(CallException.class, () -> desk.watching.changed("late"));
        assertThat(late.code()).isEqualTo(Code.UNAVAILABLE);
        assertThat(late.outcome()).isEqualTo(Outcome.NOT_RUN);
        assertThat(peer.isOpen()).isFalse();
        desk.watching = what -> 0;
    }

    @Test
    void interruptsWhatStillRunsAfterTheDrainTime() throws Exception {
        Endpoint server = serve("tcp");
        Desk stub = client.lookup(uri(server), Desk.class);
        Running<Integer> running = Running.start(() -> stub.pass(1));
        awaitRunning(1);
        close(server, Duration.ofMillis(50)).get();
        assertThat(((CallException) running.failure()).code()).isEqualTo(Code.UNKNOWN_OUTCOME);
    }

    @Test
    void endsAtOnceIfItIsClosedAgainWithoutDrainTime() throws Exception {
        Endpoint server = serve("tcp");
        Desk stub = client.lookup(uri(server), Desk.class);
        Running<Integer> running = Running.start(() -> stub.pass(1));
        awaitRunning(1);
        Running<Object> closing = drain(server);
        assertThat(closing.isDone()).isFalse();
        close(server, Duration.ZERO).get();
        closing.get();
        assertThat(((CallException) running.failure()).code()).isEqualTo(Code.UNKNOWN_OUTCOME);
    }

    /** A later, longer drain time is not granted. */
    @Test
    void doesNotWaitLongerBecauseItIsClosedAgain() throws Exception {
        Endpoint server = serve("tcp");
        Desk stub = client.lookup(uri(server), Desk.class);
        Running<Integer> running = Running.start(() -> stub.pass(1));
        awaitRunning(1);
        Running<Object> closing = close(server, Duration.ofMillis(500));
        Running<Object> again = close(server, Duration.ofDays(100_000));
        closing.get();
        again.get();
        assertThat(((CallException) running.failure()).code()).isEqualTo(Code.UNKNOWN_OUTCOME);
    }

    /** Two endpoints that call each other all the time end together, each without the other's calls. */
    @Test
    void endsAtBothEndsThoughEachCallsTheOther() throws Exception {
        gate.countDown();
        Endpoint server = serve("tcp");
        Desk stub = client.lookup(uri(server), Desk.class);
        stub.watch(what -> 1);
        Map<String, Running<Integer>> callers = Map.of(
                "client", Running.start(() -> callUntilItFails(() -> stub.pass(1))),
                "server", Running.start(() -> callUntilItFails(() -> desk.watching.changed("again"))));
        awaitRunningAtLeast(10);
        Running<Object> closing = close(server, Running.LONG.multipliedBy(10));
        client.close(Running.LONG.multipliedBy(10));
        closing.get();
        for (Running<Integer> caller : callers.values()) {
            assertThat(((CallException) caller.failure()).outcome()).isEqualTo(Outcome.NOT_RUN);
        }
        desk.watching = what -> 0;
    }

    private void awaitRunningAtLeast(int calls) {
        Await.until(() -> calls + " calls, not " + entered, () -> entered.get() >= calls);
    }

    private interface Call {
        int make() throws Exception;
    }

    private static int callUntilItFails(Call call) throws Exception {
        while (!Thread.currentThread().isInterrupted()) {
            call.make();
        }
        return 0;
    }
}
