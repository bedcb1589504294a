package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Blocking;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One client sends more calls that compute than the server can run. Another client makes a call now and then. */
class ComputingOverloadTest {
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    /** The served interface. */
    public interface Work {
        /** Holds a processor. */
        @Blocking
        int compute(int millis);
    }

    private static int compute(int millis) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < TimeUnit.MILLISECONDS.toNanos(millis)) {
            Thread.onSpinWait();
        }
        return millis;
    }

    /** Keeps many calls under way, each of which its caller waits for a short time. */
    private static final class Flood implements Runnable {
        final AtomicInteger answered = new AtomicInteger();
        final AtomicInteger refused = new AtomicInteger();
        final AtomicReference<CallException> refusal = new AtomicReference<>();
        private final Semaphore places = new Semaphore(300);
        private final Work stub;
        private final int millis;
        private volatile boolean ended;

        Flood(Work stub, int millis) {
            this.stub = Calls.with(stub, CallOptions.ofTimeout(Duration.ofMillis(500)));
            this.millis = millis;
        }

        @Override
        public void run() {
            while (!ended) {
                places.acquireUninterruptibly();
                Calls.async(stub, each -> each.compute(millis)).whenComplete((_, failure) -> {
                    count(failure);
                    places.release();
                });
            }
            places.acquireUninterruptibly(300);
        }

        private void count(Throwable failure) {
            if (failure == null) {
                answered.incrementAndGet();
            } else if (failure instanceof CallException known && known.code() == Code.REFUSED) {
                refusal.set(known);
                refused.incrementAndGet();
            }
        }
    }

    private Work stub(Endpoint server) {
        Endpoint client = endpoints.watch(
                Endpoint.create(EndpointOptions.builder().lanes(0).build()));
        return client.lookup(server.address() + "/work", Work.class);
    }

    /** The longer calls run on spare threads. */
    @ParameterizedTest
    @ValueSource(ints = {2, 40})
    void servesAQuietClientBesideAFlood(int millis) throws InterruptedException {
        Endpoint server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        server.bind("work", Work.class, ComputingOverloadTest::compute);
        Flood flood = new Flood(stub(server), millis);
        Work quiet = Calls.with(stub(server), CallOptions.ofTimeout(Running.LONG));
        Thread sender = Thread.ofPlatform().start(flood);
        try {
            Await.until("the server is overloaded", () -> flood.answered.get() > 0 && flood.refused.get() > 0);
            for (int i = 0; i < 20; i++) {
                int before = flood.refused.get();
                assertThat(quiet.compute(millis)).isEqualTo(millis);
                Await.until("the flood goes on", () -> flood.refused.get() > before);
            }
        } finally {
            flood.ended = true;
            sender.join();
        }
        assertThat(flood.refusal.get().retryAfter()).isPositive();
        assertThat(server.statistics().refused()).containsOnlyKeys("threads");
    }
}
