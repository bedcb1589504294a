package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.EndpointOptions;
import dev.wherry.Idempotent;
import dev.wherry.PeerEnd;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.objects.Address;
import dev.wherry.testsupport.Share;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
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

    public interface Log {
        CompletableFuture<Integer> append(int number);

        @Idempotent
        CompletableFuture<Integer> set(int number);

        int appendNow(int number);
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
        public int appendNow(int number) {
            numbers.add(number);
            return number;
        }
    }

    /** Makes calls of all kinds, and ends their session now and then. Returns the outcome of each that has failed. */
    private static Map<Integer, Outcome> call(EndpointEngine client, Log log, Random random)
            throws InterruptedException {
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
        Map<Integer, Outcome> failed = new HashMap<>();
        for (int i = 0; i < CALLS; i++) {
            try {
                assertThat(outcomes.get(i).get()).isEqualTo(i);
            } catch (ExecutionException e) {
                CallException failure = (CallException) e.getCause();
                assertThat(failure.code()).as(failure.toString()).isIn(Code.UNKNOWN_OUTCOME, Code.UNAVAILABLE);
                failed.put(i, failure.outcome());
            }
        }
        return failed;
    }

    private static CompletableFuture<Integer> now(Log log, int number) {
        try {
            return CompletableFuture.completedFuture(log.appendNow(number));
        } catch (CallException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static void keepTheirOrder(long seed) throws InterruptedException {
        EndpointEngine server = new EndpointEngine(EndpointOptions.defaults());
        EndpointEngine client = new EndpointEngine(EndpointOptions.defaults());
        try {
            Served served = new Served();
            URI address = server.listeners().open("tcp://127.0.0.1:0");
            server.bind("log", Log.class, served);
            Log log = client.connections().lookup(Address.with(address, "log"), Log.class);
            Map<Integer, Outcome> failed = call(client, Calls.with(log, ORDERED), new Random(seed));
            List<Integer> ran = List.copyOf(served.numbers);
            assertThat(ran).noneMatch(each -> failed.get(each) == Outcome.NOT_RUN);
            assertThat(List.copyOf(new LinkedHashSet<>(ran)))
                    .as("the first run of each")
                    .isSorted();
            List<Integer> answered =
                    ran.stream().filter(each -> !failed.containsKey(each)).toList();
            assertThat(List.copyOf(new LinkedHashSet<>(answered.reversed()).reversed()))
                    .as("the last run of each that was answered")
                    .isSorted();
        } finally {
            client.close(Duration.ZERO);
            server.close(Duration.ZERO);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void keepTheirOrderInOtherSessions(long seed) throws InterruptedException {
        keepTheirOrder(seed);
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
