package dev.wherry.mobility.internal.child;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.ChildLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** A child, connected, and what it has said. */
final class Child implements AutoCloseable {
    /** So long that a machine with other work does not make a test fail. */
    static final Duration LONG = Duration.ofMinutes(1);

    static final ChildLimits LIMITS = ChildLimits.builder().heapBytes(64 << 20).build();

    final ChildJvm jvm;
    final Queue<String> lines = new ConcurrentLinkedQueue<>();
    final Endpoint endpoint;
    final Cell cell;

    Child(ChildLimits limits) throws IOException {
        jvm = ChildJvm.start(limits, new Guest(), lines::add);
        endpoint = Endpoint.create(EndpointOptions.builder().timeout(LONG).build());
        cell = endpoint.lookup(jvm.address() + "#cell", Cell.class);
    }

    /** Why it has ended. */
    String awaitEnd() throws Exception {
        return jvm.ended().get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    static boolean isAlive(long process) {
        return ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
    }

    @Override
    public void close() {
        endpoint.close(Duration.ZERO);
        jvm.close();
    }
}
