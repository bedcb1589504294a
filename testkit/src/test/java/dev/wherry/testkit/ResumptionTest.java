package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Delivery;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.OneWay;
import dev.wherry.PeerEnd;
import dev.wherry.testkit.faults.Faults;
import dev.wherry.testkit.faults.FaultyRelay;
import dev.wherry.testkit.faults.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions whose links break, and which go on with others. */
@Timeout(value = 2, unit = java.util.concurrent.TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ResumptionTest {
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final Endpoint server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
    private final Map<Integer, Integer> runs = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Integer> inOrder = new ConcurrentLinkedQueue<>();
    private final CountDownLatch gate = new CountDownLatch(1);
    private final CountDownLatch entered = new CountDownLatch(1);

    @ByReference
    public interface Mark {
        int number();
    }

    public interface Desk {
        int take(int number, byte[] more);

        int wait(int number);

        @OneWay(Delivery.SENT)
        void note(int number);

        Mark mark(int number);

        int ask(Mark mark);
    }

    private final class Served implements Desk {
        @Override
        public int take(int number, byte[] more) {
            runs.merge(number, 1, Integer::sum);
            return number + more.length;
        }

        @Override
        public int wait(int number) {
            runs.merge(number, 1, Integer::sum);
            entered.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                return -1;
            }
            return number;
        }

        @Override
        public void note(int number) {
            inOrder.add(number);
        }

        @Override
        public Mark mark(int number) {
            return () -> number;
        }

        @Override
        public int ask(Mark mark) {
            return mark.number();
        }
    }

    @BeforeEach
    void bind() {
        server.bind("desk", Desk.class, new Served());
    }

    private Endpoint client(int lanes) {
        return endpoints.watch(
                Endpoint.create(EndpointOptions.builder().lanes(lanes).build()));
    }

    private FaultyRelay relay(long seed) throws Exception {
        return new FaultyRelay(server.address(), seed);
    }

    private static Desk desk(Endpoint client, FaultyRelay relay) {
        return client.lookup(relay.address() + "/desk", Desk.class);
    }

    private enum Break {
        CUT,
        RESET,
        /** Only the server notices. */
        HALF_OPEN;

        void apply(FaultyRelay relay) {
            switch (this) {
                case CUT -> relay.cut();
                case RESET -> relay.reset();
                case HALF_OPEN -> relay.halfOpenAtServer();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"CUT, 0", "RESET, 0", "CUT, 8", "RESET, 8"})
    void answersACallThatWasOut(Break how, int lanes) throws Exception {
        try (FaultyRelay relay = relay(1);
                Endpoint client = client(lanes)) {
            Desk desk = desk(client, relay);
            for (int i = 0; i < 10; i++) {
                desk.take(i, new byte[0]); // so that there are lanes
            }
            Running<Integer> out = Running.start(() -> desk.wait(77));
            Await.latch(entered);
            how.apply(relay);
            Await.until("another link is there", () -> relay.accepted() > 1);
            gate.countDown();
            assertThat(out.get()).isEqualTo(77);
            assertThat(runs).containsEntry(77, 1);
        }
    }

    @Test
    void goesOnAfterALinkThatNobodyHasAnswered() throws Exception {
        try (FaultyRelay relay = relay(2);
                Endpoint client = endpoints.watch(Endpoint.create(EndpointOptions.builder()
                        .resumeWindow(Duration.ofSeconds(8)) // the limit for other handshakes is 10 s
                        .lanes(0)
                        .build()))) {
            Desk desk = desk(client, relay);
            Running<Integer> out = Running.start(() -> desk.wait(77));
            Await.latch(entered);
            relay.faults(Faults.none().swallowAfter(0));
            relay.reset();
            Await.until("another link is there", () -> relay.accepted() > 1);
            relay.faults(Faults.none());
            gate.countDown();
            assertThat(out.get()).isEqualTo(77);
            assertThat(runs).containsEntry(77, 1);
        }
    }

    @Test
    void triesAgainAfterPauses() throws Exception {
        CompletableFuture<PeerEnd> end = new CompletableFuture<>();
        try (FaultyRelay relay = relay(3);
                Endpoint client = endpoints.watch(Endpoint.create(EndpointOptions.builder()
                        .resumeWindow(Duration.ofSeconds(2))
                        .lanes(0)
                        .build()))) {
            client.connect(relay.address().toString()).onEnd(end::complete);
            relay.faults(Faults.none().resetAfter(0));
            relay.reset();
            assertThat(end.get().reason()).isEqualTo(PeerEnd.Reason.EXPIRED);
            // Without pauses there are thousands; with them some twenty.
            assertThat(relay.accepted()).isBetween(3, 200);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "3, 0", "4, 8", "5, 8"})
    void runsEachCallOnceAndAnswersIt(long seed, int lanes) throws Exception {
        Random random = new Random(seed);
        try (FaultyRelay relay = relay(seed);
                Endpoint client = client(lanes)) {
            Desk desk = desk(client, relay);
            int calls = 400;
            int links = 5;
            List<Running<IntStream>> callers = new ArrayList<>();
            for (int caller = 0; caller < 4; caller++) {
                int first = 1_000_000 * caller;
                Random sizes = new Random(seed * 31 + caller);
                callers.add(Running.start(() -> {
                    int next = first;
                    while (next < first + calls || relay.accepted() < links) {
                        int i = next++;
                        int size = sizes.nextInt(20) == 0 ? sizes.nextInt(300_000) : sizes.nextInt(200);
                        if (i % 5 == 0) {
                            assertThat(Calls.async(desk, d -> d.take(7, new byte[0]))
                                            .get())
                                    .isEqualTo(7);
                        }
                        assertThat(desk.take(i, new byte[size])).isEqualTo(i + size);
                    }
                    return IntStream.range(first, next);
                }));
            }
            while (callers.stream().anyMatch(each -> !each.isDone())) {
                Thread.sleep(random.nextInt(60));
                if (random.nextBoolean()) {
                    relay.cut();
                } else {
                    relay.reset();
                }
            }
            for (Running<IntStream> caller : callers) {
                caller.get().filter(i -> i != 7).forEach(i -> assertThat(runs).containsEntry(i, 1));
            }
        }
    }

    @Test
    void bringsOneWayCallsOnceAndInOrder() throws Exception {
        Random random = new Random(5);
        try (FaultyRelay relay = relay(5);
                Endpoint client = client(8)) {
            Desk desk = Calls.with(
                    desk(client, relay), CallOptions.builder().ordered(true).build());
            Running<Integer> sender = Running.start(() -> {
                for (int i = 0; i < 5_000; i++) {
                    int number = i;
                    desk.note(number);
                }
                return 0;
            });
            while (!sender.isDone()) {
                Thread.sleep(random.nextInt(40));
                relay.cut();
            }
            assertThat(sender.get()).isZero();
            Await.until("all have come", () -> inOrder.size() == 5_000);
            assertThat(inOrder)
                    .containsExactlyElementsOf(IntStream.range(0, 5_000).boxed().toList());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void keepsReferencesBothWays(int lanes) throws Exception {
        try (FaultyRelay relay = relay(6);
                Endpoint client = client(lanes)) {
            Desk desk = desk(client, relay);
            List<Mark> held = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                int number = i;
                held.add(desk.mark(i));
                assertThat(desk.ask(() -> number)).isEqualTo(i);
                if (i % 20 == 0) {
                    relay.cut();
                }
                if (i % 3 == 0) {
                    Calls.release(held.removeFirst());
                }
            }
            for (Mark mark : held) {
                assertThat(mark.number()).isBetween(0, 199);
                Calls.release(mark);
            }
            Await.until("the server keeps nothing", () -> server.statistics().exports() == 0);
            Await.until("the client keeps nothing", () -> {
                System.gc();
                return client.statistics().exports() == 0;
            });
        }
    }

    @Test
    void noticesABlackHoleWhileACallWaits() throws Exception {
        try (FaultyRelay relay = relay(7);
                Endpoint client = client(0)) {
            Desk desk = desk(client, relay);
            Running<Integer> out = Running.start(() -> desk.wait(1));
            Await.latch(entered);
            relay.silence();
            gate.countDown();
            Await.until("another link is tried", () -> relay.accepted() > 1);
            relay.heal();
            assertThat(out.get()).isEqualTo(1);
            assertThat(runs).containsEntry(1, 1);
        }
    }

    @Test
    void endsOnceTheWindowHasPassed() throws Exception {
        EndpointOptions options = EndpointOptions.builder()
                .resumeWindow(Duration.ofMillis(300))
                .lanes(0)
                .build();
        try (FaultyRelay relay = relay(8);
                Endpoint client = endpoints.watch(Endpoint.create(options))) {
            Desk desk = desk(client, relay);
            Mark mark = desk.mark(3);
            AtomicReference<PeerEnd> end = new AtomicReference<>();
            Calls.peer(mark).orElseThrow().onEnd(end::set);
            Running<Integer> out = Running.start(() -> desk.wait(1));
            Await.latch(entered);
            relay.silence(Way.TO_CLIENT);
            relay.refuse();
            relay.cut();
            Await.until("it has ended", () -> end.get() != null);
            assertThat(out.failure())
                    .isInstanceOfSatisfying(
                            CallException.class,
                            e -> assertThat(e.code()).isEqualTo(CallException.Code.UNKNOWN_OUTCOME));
            Await.until("the server has released it", () -> server.statistics().exports() == 0);
            relay.accept();
            assertThat(desk.take(9, new byte[0]))
                    .as("a stub of a name connects again")
                    .isEqualTo(9);
        }
    }

    @Test
    void doesNotWaitForALinkIfItIsToFailFast() throws Exception {
        try (FaultyRelay relay = relay(9);
                Endpoint client = client(0)) {
            Mark mark = desk(client, relay).mark(3);
            relay.faults(Faults.none().cutAfter(1));
            relay.cut();
            Mark hasty = Calls.with(
                    mark,
                    CallOptions.builder()
                            .failFast()
                            .timeout(Duration.ofMillis(100))
                            .build());
            AtomicReference<CallException> failed = new AtomicReference<>();
            Await.until("the client to notice", () -> {
                try {
                    hasty.number();
                    return false;
                } catch (CallException e) {
                    failed.set(e);
                    return e.code() != CallException.Code.DEADLINE_EXCEEDED; // it was sent before
                }
            });
            assertThat(failed.get()).hasMessageContaining("failFast");
            assertThat(failed.get().outcome()).isEqualTo(CallException.Outcome.NOT_RUN);
            CompletableFuture<Integer> patient = Calls.async(mark, Mark::number);
            relay.heal();
            assertThat(patient.get()).isEqualTo(3);
        }
    }
}
