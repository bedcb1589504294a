package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.faults.FaultyRelay;
import dev.wherry.testkit.sample.Watcher;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Both sides close before either receives the GoAway of the other. Lanes have a much longer delay than the main link,
 * so that calls are under way long after both have received it.
 */
class DistantCloseTest {
    private static final int CALLERS = 4;

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final Endpoint server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
    // Shared memory would bypass the relay.
    private final Endpoint client = endpoints.watch(
            Endpoint.create(EndpointOptions.builder().sharedMemory(false).build()));

    @Test
    void answersTheCallsInFlightWhenBothSidesClose() throws Exception {
        server.bind("watcher", Watcher.class, number -> number);
        try (FaultyRelay relay = new FaultyRelay(server.address(), 1)) {
            relay.distance(Duration.ofMillis(10));
            Watcher stub = client.lookup(relay.address() + "/watcher", Watcher.class);
            relay.distance(Duration.ofMillis(50));
            AtomicInteger answered = new AtomicInteger();
            List<Running<CallException>> callers = IntStream.range(0, CALLERS)
                    .mapToObj(i -> Running.start(() -> untilFailure(stub, answered)))
                    .toList();
            Await.until("lanes", () -> client.statistics().lanes() > 1);
            int before = answered.get();
            Await.until("more calls", () -> answered.get() > before + 2 * CALLERS);
            List<Running<Void>> closings = List.of(Running.start(closing(server)), Running.start(closing(client)));
            for (Running<Void> closing : closings) {
                closing.get();
            }
            for (Running<CallException> caller : callers) {
                CallException told = caller.get();
                assertThat(told.code()).as(told.toString()).isEqualTo(Code.UNAVAILABLE);
            }
        }
    }

    private static Callable<Void> closing(Endpoint endpoint) {
        return () -> {
            endpoint.close(Running.LONG);
            return null;
        };
    }

    private static CallException untilFailure(Watcher stub, AtomicInteger answered) {
        while (true) {
            try {
                assertThat(stub.seen(7)).isEqualTo(7);
                answered.incrementAndGet();
            } catch (CallException e) {
                return e;
            }
        }
    }
}
