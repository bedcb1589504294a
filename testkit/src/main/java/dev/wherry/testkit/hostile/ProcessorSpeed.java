package dev.wherry.testkit.hostile;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Random;

/**
 * The speed of the processor at this moment. Processor time is not a measure of work where others use the same core or the
 * same machine: they make the same work take up to several times as long.
 */
final class ProcessorSpeed {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long[] NUMBERS = new Random(7).longs(100_000).toArray();
    /** The time to sort the numbers on a processor of 3 GHz that does nothing else, in nanoseconds. */
    private static final long ALONE = 5_400_000;

    private static final int TIMES = 5;
    /** A slower machine than this one is no longer an excuse. */
    private static final double SLOWEST = 4;

    private ProcessorSpeed() {}

    /** Returns how many times as long as on an ordinary processor the same work takes now: from 1 to 4. */
    static double slowness() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TIMES; i++) {
            long[] numbers = NUMBERS.clone();
            long begun = THREADS.getCurrentThreadCpuTime();
            Arrays.sort(numbers);
            least = Math.min(least, THREADS.getCurrentThreadCpuTime() - begun);
        }
        return Math.clamp((double) least / ALONE, 1, SLOWEST);
    }
}
