package dev.wherry.mobility;

import java.time.Duration;

/**
 * What a child JVM that runs shipped code may use. One that goes over a limit is killed, its tasks end with a message that
 * names the limit, and the host serves on. Immutable; made by a {@link #builder()}.
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

    /** Returns the limits of a child for which none are set. */
    public static ChildLimits defaults() {
        return DEFAULTS;
    }

    private static long memory(long heap) {
        return 2 * heap + BESIDE;
    }

    /** Returns a builder that has the defaults set. */
    public static Builder builder() {
        return DEFAULTS.toBuilder();
    }

    /** Returns a builder that has these limits set. */
    public Builder toBuilder() {
        return new Builder(this);
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

    /** Sets limits. For one thread at a time. {@link #build} throws {@link IllegalArgumentException} if one is out of range. */
    public static final class Builder {
        private long heapBytes;
        private long memoryBytes;
        private Duration cpuTime;
        private Duration wallTime;
        private int threads;

        private Builder(ChildLimits from) {
            heapBytes = from.heapBytes;
            memoryBytes = from.memoryBytes;
            cpuTime = from.cpuTime;
            wallTime = from.wallTime;
            threads = from.threads;
        }

        /** Sets the limit of {@link ChildLimits#heapBytes}, and {@code memoryBytes} to its default for such a heap. */
        public Builder heapBytes(long most) {
            heapBytes = most;
            memoryBytes = memory(most);
            return this;
        }

        /** Sets the limit of {@link ChildLimits#memoryBytes}; after that of {@code heapBytes}, which sets it, too. */
        public Builder memoryBytes(long most) {
            memoryBytes = most;
            return this;
        }

        /** Sets the limit of {@link ChildLimits#cpuTime}. */
        public Builder cpuTime(Duration most) {
            cpuTime = most;
            return this;
        }

        /** Sets the limit of {@link ChildLimits#wallTime}. */
        public Builder wallTime(Duration most) {
            wallTime = most;
            return this;
        }

        /** Sets the limit of {@link ChildLimits#threads}. */
        public Builder threads(int most) {
            threads = most;
            return this;
        }

        /** Returns the limits that are set now. */
        public ChildLimits build() {
            return new ChildLimits(heapBytes, memoryBytes, cpuTime, wallTime, threads);
        }
    }
}
