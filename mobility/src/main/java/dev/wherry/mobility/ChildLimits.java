package dev.wherry.mobility;

import java.time.Duration;

/**
 * What a child JVM that runs shipped code may use. One that goes over a limit is killed, its tasks end with a message that
 * names the limit, and the host serves on. Immutable; start from {@link #defaults()}.
 *
 * @param heapBytes its largest heap (default 256 MiB, at least 16 MiB); what a JVM needs beside the heap comes on top
 * @param memoryBytes that are resident for the whole child: heap, classes, stacks, buffers and mapped files (default twice
 *     the heap and 384 MiB; at least the heap). Known on Linux alone, and looked at from time to time
 * @param cpuTime processor time that the whole child may use while one task runs, whichever of its tasks uses it: where
 *     several run at a time, set it above what all of them use while the longest runs (default 1 min)
 * @param wallTime of one task, also where its caller would wait for longer (default 5 min)
 * @param threads that its tasks may start and have at one time, beside the JVM's own and the one that each task runs on
 *     (default 64); some tens more may pass, as many as the JVM and Wherry may need
 */
public record ChildLimits(long heapBytes, long memoryBytes, Duration cpuTime, Duration wallTime, int threads) {
    private static final long LEAST_HEAP = 16 << 20;
    /** What a JVM needs beside the heap, and buffers, which may take as much again. */
    private static final long BESIDE = 384 << 20;

    private static final ChildLimits DEFAULTS =
            new ChildLimits(256 << 20, memory(256 << 20), Duration.ofMinutes(1), Duration.ofMinutes(5), 64);

    public ChildLimits {
        atLeast(LEAST_HEAP, heapBytes, "heapBytes");
        atLeast(heapBytes, memoryBytes, "memoryBytes");
        positive(cpuTime, "cpuTime");
        positive(wallTime, "wallTime");
        atLeast(1, threads, "threads");
    }

    public static ChildLimits defaults() {
        return DEFAULTS;
    }

    private static long memory(long heap) {
        return 2 * heap + BESIDE;
    }

    /** Sets {@code memoryBytes} to its default for such a heap, too. */
    public ChildLimits withHeapBytes(long most) {
        return new ChildLimits(most, memory(most), cpuTime, wallTime, threads);
    }

    public ChildLimits withMemoryBytes(long most) {
        return new ChildLimits(heapBytes, most, cpuTime, wallTime, threads);
    }

    public ChildLimits withCpuTime(Duration most) {
        return new ChildLimits(heapBytes, memoryBytes, most, wallTime, threads);
    }

    public ChildLimits withWallTime(Duration most) {
        return new ChildLimits(heapBytes, memoryBytes, cpuTime, most, threads);
    }

    public ChildLimits withThreads(int most) {
        return new ChildLimits(heapBytes, memoryBytes, cpuTime, wallTime, most);
    }

    private static void atLeast(long least, long value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(
                    "A child's limit '" + name + "' is at least " + least + "; this is " + value);
        }
    }

    private static void positive(Duration value, String name) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException("A child's limit '" + name + "' is above 0; this is " + value);
        }
    }
}
