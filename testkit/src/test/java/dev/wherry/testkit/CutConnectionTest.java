package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.spi.Transport;
import dev.wherry.testkit.faults.Faults;
import dev.wherry.testkit.faults.FaultyRelay;
import dev.wherry.testkit.sample.Watcher;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Endpoints over a connection that is cut, or slow. */
class CutConnectionTest {
    private static final Transport TCP = Transports.of("tcp");

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    /** Its sessions end with their links. */
    private final Endpoint server = endpoints.watch(Endpoint.listen(
            "tcp://127.0.0.1:0",
            EndpointOptions.builder().resumeWindow(Duration.ZERO).build()));

    private final Endpoint client = endpoints.watch(Endpoint.create());

    private FaultyRelay relay(long seed) throws Exception {
        return new FaultyRelay(server.address(), seed);
    }

    @Test
    void failsTheCallsInFlightAndReconnects() throws Exception {
        AtomicInteger interrupted = new AtomicInteger();
        CountDownLatch entered = new CountDownLatch(1);
        server.bind("watcher", Watcher.class, number -> {
            if (number > 0) {
                return number;
            }
            entered.countDown();
            try {
                Await.latch(new CountDownLatch(1));
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            }
            return 0;
        });
        try (FaultyRelay relay = relay(1)) {
            String uri = relay.address() + "/watcher";
            Watcher stub = client.lookup(uri, Watcher.class);
            assertThat(stub.seen(1)).isEqualTo(1);
            Running<Integer> out = Running.start(() -> stub.seen(0));
            Await.latch(entered);
            relay.cut();
            assertThat(out.failure())
                    .isInstanceOfSatisfying(
                            CallException.class,
                            e -> assertThat(e.code()).isEqualTo(CallException.Code.UNKNOWN_OUTCOME));
            Await.until("the method to be interrupted", () -> interrupted.get() == 1);
            assertThat(client.lookup(uri, Watcher.class).seen(2)).isEqualTo(2);
            client.close();
        }
    }

    @Test
    void callsOverConnectionsThatSliceAndDelay() throws Exception {
        server.bind("watcher", Watcher.class, number -> number + 1);
        try (FaultyRelay relay = relay(2)) {
            relay.faults(Faults.none().slice(7).delay(Duration.ofNanos(100_000)));
            Watcher stub = client.lookup(relay.address() + "/watcher", Watcher.class);
            for (int i = 0; i < 200; i++) {
                assertThat(stub.seen(i)).isEqualTo(i + 1);
            }
            client.close();
        }
    }

    /** The connection is cut at any position. Each call returns the correct result or fails; nothing hangs. */
    @Test
    void answersOrFailsWhereverTheConnectionIsCut() throws Exception {
        server.bind("watcher", Watcher.class, number -> number + 1);
        try (FaultyRelay relay = relay(3)) {
            for (int bytes = 0; bytes < 600; bytes += 7) {
                relay.faults(Faults.none().cutAfter(bytes));
                try (Endpoint hasty = Endpoint.create()) {
                    Watcher stub = hasty.lookup(relay.address() + "/watcher", Watcher.class);
                    for (int i = 0; i < 20; i++) {
                        assertThat(stub.seen(i)).isEqualTo(i + 1);
                    }
                } catch (CallException e) {
                    assertThat(e.code()).isIn(CallException.Code.UNAVAILABLE, CallException.Code.UNKNOWN_OUTCOME);
                }
            }
        }
    }
}
