package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.faults.FaultyRelay;
import dev.wherry.testkit.sample.Watcher;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server behind a relay with a delay. */
class DistantServerTest {
    private static final Duration DISTANCE = Duration.ofMillis(20);
    private static final int CALLS = 100;

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final Endpoint server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
    // Shared memory would bypass the relay.
    private final Endpoint client = endpoints.watch(
            Endpoint.create(EndpointOptions.builder().sharedMemory(false).build()));
    private FaultyRelay relay;
    private Watcher stub;
    private volatile CountDownLatch awaited = new CountDownLatch(0);

    @BeforeEach
    void connect() throws Exception {
        server.bind("watcher", Watcher.class, number -> {
            awaited.countDown();
            try {
                Await.latch(awaited);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return number + 1;
        });
        relay = new FaultyRelay(server.address(), 1);
        relay.distance(DISTANCE);
        stub = client.lookup(relay.address() + "/watcher", Watcher.class);
        assertThat(stub.seen(0)).isEqualTo(1);
    }

    @AfterEach
    void close() {
        client.close();
        relay.close();
    }

    /** A time that the relay itself lets pass holds on a busy machine too. */
    @Test
    void answersAfterTwiceTheDelay() {
        for (int i = 0; i < 3; i++) {
            assertThat(timeOf(() -> stub.seen(1))).isGreaterThanOrEqualTo(DISTANCE.multipliedBy(2));
        }
    }

    @Test
    void servesManyCallsDuringOneRoundTrip() throws Exception {
        awaited = new CountDownLatch(CALLS); // no call is answered before all have arrived
        List<Running<Integer>> calls = IntStream.range(0, CALLS)
                .mapToObj(i -> Running.startVirtual(() -> stub.seen(i)))
                .toList();
        for (int i = 0; i < CALLS; i++) {
            assertThat(calls.get(i).get()).isEqualTo(i + 1);
        }
    }

    private interface Step {
        void take() throws Exception;
    }

    private static Duration timeOf(Step step) {
        long began = System.nanoTime();
        try {
            step.take();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
