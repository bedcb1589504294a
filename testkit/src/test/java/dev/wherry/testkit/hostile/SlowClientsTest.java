package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.testkit.sample.Watcher;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A thousand clients that have connected and are silent, as those of half-open connections are, and a thousand that send one
 * byte a second. A healthy client is served beside them. The test prints the times of its calls with and without them.
 */
@Tag("long")
class SlowClientsTest {
    private static final int CLIENTS = 1_000;
    private static final int CALLS = 20_000;

    /** A frame that takes minutes at one byte a second. */
    private static final byte[] SLOW = RawPeer.call(1, 2, 3, arguments -> arguments.write(new byte[500], 0, 500));

    @Test
    void doNotKeepAHealthyClientFromBeingServed() throws Exception {
        List<RawPeer> silent = new ArrayList<>();
        List<RawPeer> slow = new ArrayList<>();
        ScheduledExecutorService seconds = Executors.newSingleThreadScheduledExecutor();
        EndpointOptions sockets = EndpointOptions.builder().sharedMemory(false).build();
        // All clients of this test have one address. By default a host has 1,024 connections.
        Limits limits =
                Limits.defaults().toBuilder().connectionsPerPeer(4 * CLIENTS).build();
        try (Endpoint server = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        EndpointOptions.builder().limits(limits).build());
                Endpoint client = Endpoint.create(sockets)) {
            server.bind("watcher", Watcher.class, number -> number + 1);
            URI address = server.address();
            Watcher stub = client.lookup(address + "/watcher", Watcher.class);
            time(stub); // warms up
            long[] alone = time(stub);
            for (int i = 0; i < CLIENTS; i++) {
                silent.add(RawPeer.handshake(address));
                slow.add(RawPeer.handshake(address));
            }
            int[] sent = new int[1];
            // One after another, as clients that know nothing of each other send. Each is next after a second.
            seconds.scheduleAtFixedRate(
                    () -> {
                        int next = sent[0]++;
                        byte[] one = {SLOW[next / CLIENTS % SLOW.length]};
                        sendQuietly(slow.get(next % CLIENTS), one);
                    },
                    0,
                    TimeUnit.SECONDS.toMicros(1) / CLIENTS,
                    TimeUnit.MICROSECONDS);
            long[] beside = time(stub);
            assertThat(server.statistics().sessions()).as("sessions").isGreaterThan(1);
            try (Endpoint other = Endpoint.create(sockets)) {
                assertThat(other.lookup(address + "/watcher", Watcher.class).seen(1))
                        .isEqualTo(2);
            }
            System.out.println("p99 of a healthy client: alone " + p99(alone) + " µs, beside " + CLIENTS
                    + " silent and " + CLIENTS + " slow clients " + p99(beside) + " µs");
        } finally {
            seconds.shutdownNow();
            for (RawPeer each : silent) {
                each.close();
            }
            for (RawPeer each : slow) {
                each.close();
            }
        }
    }

    private static void sendQuietly(RawPeer to, byte[] bytes) {
        try {
            to.send(bytes);
        } catch (IOException e) {
            // The server has given it up.
        }
    }

    private static long[] time(Watcher stub) {
        long[] nanos = new long[CALLS];
        for (int i = 0; i < CALLS; i++) {
            long start = System.nanoTime();
            assertThat(stub.seen(i)).isEqualTo(i + 1);
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        return nanos;
    }

    private static long p99(long[] sorted) {
        return TimeUnit.NANOSECONDS.toMicros(sorted[sorted.length * 99 / 100]);
    }
}
