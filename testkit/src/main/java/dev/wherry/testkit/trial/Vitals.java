package dev.wherry.testkit.trial;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.wherry.Endpoint;
import dev.wherry.statistics.EndpointStatistics;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * The resources that a process of a trial uses.
 *
 * @param heapKib its heap after a collection, in KiB
 * @param descriptors its open file descriptors
 * @param threads its platform threads
 */
public record Vitals(int heapKib, int descriptors, int threads, int sessions, int exports, int imports) {
    static final int COUNT = 6;

    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** References are released after the collection that finds them unused. */
    private static final long RELEASED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    static Vitals of(IntStream values) {
        int[] all = values.toArray();
        return new Vitals(all[0], all[1], all[2], all[3], all[4], all[5]);
    }

    int[] values() {
        return new int[] {heapKib, descriptors, threads, sessions, exports, imports};
    }

    /** Takes samples of this process, in the background, when the driver asks for them. */
    static void sampleFor(Ledger ledger, int process, Endpoint endpoint) {
        Thread.ofPlatform().daemon().name("sampler").start(() -> {
            int taken = 0;
            while (true) {
                int wanted = ledger.sampleWanted();
                if (wanted != taken) {
                    ledger.sampled(process, wanted, take(endpoint));
                    taken = wanted;
                }
                LockSupport.parkNanos(STEP_NANOS);
            }
        });
    }

    @SuppressWarnings("DoNotCall") // a collection is what is wanted
    private static Vitals take(Endpoint endpoint) {
        System.gc();
        LockSupport.parkNanos(RELEASED_NANOS);
        System.gc();
        EndpointStatistics statistics = endpoint.statistics();
        return new Vitals(
                (int) (ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 10),
                (int) ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getOpenFileDescriptorCount(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                statistics.sessions(),
                statistics.exports(),
                statistics.imports());
    }
}
