package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Blocking;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.statistics.MethodStatistics;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server can run only a part of the calls that it receives. Its client makes refused calls again, by default options. */
class RetryStormTest {
    private static final int FIRST_ATTEMPTS = 3_000;
    private static final int UNDER_WAY = 400;
    /** The number of repeated calls that are allowed in any ten seconds, beside a tenth of the calls. */
    private static final int ALWAYS = 10;

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private volatile boolean slow = true;

    /** The served interface. */
    public interface Work {
        @Blocking
        int work(int number);
    }

    private int work(int number) {
        if (slow) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(3));
        }
        return number;
    }

    @Test
    void loadsAServerByLittleMoreThanTheFirstAttempts() {
        Endpoint server = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0",
                EndpointOptions.builder()
                        .limits(Limits.builder().callsRunning(1).build())
                        .build()));
        server.bind("work", Work.class, this::work);
        Endpoint client = endpoints.watch(
                Endpoint.create(EndpointOptions.builder().lanes(0).build()));
        Work stub = Calls.with(
                client.lookup(server.address() + "/work", Work.class), CallOptions.ofTimeout(Duration.ofSeconds(1)));
        long begun = System.nanoTime();
        int sent = flood(stub, client);
        long windows = 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun) / 9;
        long repeated = client.statistics().callsRepeated();
        assertThat(repeated).isPositive().isLessThanOrEqualTo(sent / 20 + windows * ALWAYS);
        long received = server.statistics().methods().stream()
                        .mapToLong(MethodStatistics::calls)
                        .sum()
                + server.statistics().refused().values().stream()
                        .mapToLong(each -> each)
                        .sum();
        assertThat(received).as("calls that the server received").isLessThanOrEqualTo(sent + repeated);
        slow = false;
        for (int i = 0; i < 500; i++) {
            assertThat(stub.work(i)).as("once the server is fast again").isEqualTo(i);
        }
        assertThat(client.statistics().callsRepeated()).isEqualTo(repeated);
    }

    /** Returns how many calls were made. All of them have ended. */
    private static int flood(Work stub, Endpoint client) {
        Semaphore places = new Semaphore(UNDER_WAY);
        int sent = 0;
        long end = System.nanoTime() + Running.LONG.toNanos();
        while (sent < FIRST_ATTEMPTS || client.statistics().callsRepeated() == 0 && System.nanoTime() < end) {
            int number = sent++;
            places.acquireUninterruptibly();
            Calls.async(stub, each -> each.work(number)).whenComplete((_, _) -> places.release());
        }
        places.acquireUninterruptibly(UNDER_WAY);
        return sent;
    }
}
