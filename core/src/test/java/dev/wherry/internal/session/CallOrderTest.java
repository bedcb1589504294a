package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.EndpointOptions;
import dev.wherry.Idempotent;
import dev.wherry.Limits;
import dev.wherry.PeerEnd;
import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.objects.Address;
import dev.wherry.testsupport.Share;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ordered calls keep their order when their sessions end and they are made again. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CallOrderTest {
    private static final int CALLS = 400;
    private static final CallOptions ORDERED =
            CallOptions.builder().ordered(true).build();

    /** Each method but the last returns the place of its number among all. */
    public interface Log {
        CompletableFuture<Integer> append(int number);

        @Idempotent
        CompletableFuture<Integer> set(int number);

        int appendNow(int number);

        CompletableFuture<Integer> count(List<Integer> numbers);
    }

    private static final class Served implements Log {
        final List<Integer> numbers = Collections.synchronizedList(new ArrayList<>());

        @Override
        public CompletableFuture<Integer> append(int number) {
            return CompletableFuture.completedFuture(appendNow(number));
        }

        @Override
        public CompletableFuture<Integer> set(int number) {
            return append(number);
        }

        @Override
        public CompletableFuture<Integer> count(List<Integer> counted) {
            return CompletableFuture.completedFuture(counted.size());
        }

        @Override
        public synchronized int appendNow(int number) {
            numbers.add(number);
            return numbers.size() - 1;
        }
    }

    /** The outcomes of the calls by their numbers, as far as the caller knows them. */
    private record Known(SortedMap<Integer, Integer> places, Map<Integer, Outcome> failed) {}

    /** Makes calls of all kinds, and ends their session now and then. */
    private static Known call(EndpointEngine client, Log log, Random random) throws InterruptedException {
        List<CompletableFuture<Integer>> outcomes = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            if (random.nextInt(40) == 0) {
                client.sessions().forEach(each -> each.die(PeerEnd.Reason.CLOSED, "ended by a test"));
            }
            outcomes.add(
                    switch (random.nextInt(20)) {
                        case 0 -> now(log, i);
                        case 1, 2, 3, 4 -> log.set(i);
                        default -> log.append(i);
                    });
        }
        Known known = new Known(new TreeMap<>(), new HashMap<>());
        for (int i = 0; i < CALLS; i++) {
            try {
                known.places.put(i, outcomes.get(i).get());
            } catch (ExecutionException e) {
                CallException failure = (CallException) e.getCause();
                assertThat(failure.code()).as(failure.toString()).isIn(Code.UNKNOWN_OUTCOME, Code.UNAVAILABLE);
                known.failed.put(i, failure.outcome());
            }
        }
        return known;
    }

    private static CompletableFuture<Integer> now(Log log, int number) {
        try {
            return CompletableFuture.completedFuture(log.appendNow(number));
        } catch (CallException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private final Served served = new Served();
    private final EndpointEngine server = new EndpointEngine(EndpointOptions.defaults());
    private final EndpointEngine client = new EndpointEngine(EndpointOptions.defaults());

    private Log open() {
        URI address = server.listeners().open("tcp://127.0.0.1:0");
        server.bind("log", Log.class, served);
        return Calls.with(client.connections().lookup(Address.with(address, "log"), Log.class), ORDERED);
    }

    @AfterEach
    void close() {
        client.close(Duration.ZERO);
        server.close(Duration.ZERO);
    }

    private void keepTheirOrder(long seed) throws InterruptedException {
        Known known = call(client, open(), new Random(seed));
        List<Integer> ran = List.copyOf(served.numbers);
        assertThat(ran).noneMatch(each -> known.failed.get(each) == Outcome.NOT_RUN);
        known.places.forEach((each, place) -> assertThat(ran.get(place)).isEqualTo(each));
        assertThat(List.copyOf(known.places.values()))
                .as("the runs that were answered")
                .isSorted();
        // A call whose outcome is unknown may run late, and so may an earlier run of one that is answered.
        List<Integer> answered =
                ran.stream().filter(known.places::containsKey).distinct().toList();
        assertThat(answered).as("the first run of each that was answered").isSorted();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void keepTheirOrderInOtherSessions(long seed) throws InterruptedException {
        keepTheirOrder(seed);
    }

    @Test
    void doNotWaitForOneThatCouldNotBeEncoded() {
        Log log = open();
        List<Integer> broken = new ArrayList<>() {
            @Override
            public Iterator<Integer> iterator() {
                throw new AssertionError("it cannot be read");
            }

            @Override
            public Object[] toArray() {
                throw new AssertionError("it cannot be read");
            }

            @Override
            public Integer get(int index) {
                throw new AssertionError("it cannot be read");
            }
        };
        broken.add(1);
        assertThatThrownBy(() -> log.count(broken).get()).hasStackTraceContaining("it cannot be read");
        client.sessions().forEach(each -> each.die(PeerEnd.Reason.CLOSED, "ended by a test"));
        assertThat(log.appendNow(2)).isZero();
    }

    @Test
    void areMadeWhereALaterOneIsTheFirstToSearch() throws Exception {
        URI address = server.listeners().open("tcp://127.0.0.1:0");
        server.bind("log", Log.class, served);
        EndpointEngine small = new EndpointEngine(EndpointOptions.builder()
                .limits(Limits.builder().callsInFlight(1).build())
                .build());
        try {
            RemoteInterface type = RemoteInterface.of(Log.class, small.options(), List.of(new CompactCodec()));
            RemoteMethod append = type.method(Log.class.getMethod("append", int.class));
            Route route = new Route(small.finder(), List.of(address), "log", type, null);
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            AsyncCall.Repetition earlier = route.attempts(append, ORDERED, until);
            AsyncCall.Repetition later = route.attempts(append, ORDERED, until);
            later.beginSearch();
            FutureTask<RemoteReference> search = new FutureTask<>(() -> {
                earlier.beginSearch();
                return earlier.find();
            });
            Thread.ofPlatform().start(search);
            RemoteReference found = later.find();
            later.made(found);
            later.endSearch();
            assertThat(search.get()).isSameAs(found);
        } finally {
            small.close(Duration.ZERO);
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("seeds")
    void keepTheirOrderInOtherSessionsWithManySeeds(long seed) throws InterruptedException {
        keepTheirOrder(seed);
    }

    static LongStream seeds() {
        return Share.seeds(1_000, 400);
    }
}
