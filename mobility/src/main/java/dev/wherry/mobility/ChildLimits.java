package dev.wherry.mobility;

import dev.wherry.internal.types.Checks;
import java.time.Duration;

/**
 * The limits of a child JVM that runs shipped code. A child that exceeds one is killed. Its tasks end with a message that names
 * the limit, and the host serves on. Immutable; made by a {@link #builder()}.
 *
 * @param heapBytes the largest heap (default 256 MiB, at least 16 MiB); the JVM needs more memory than its heap
 * @param memoryBytes the resident memory of the whole child: heap, classes, stacks, buffers and mapped files (default twice
 *     the heap and 384 MiB; at least the heap). It is checked from time to time, on Linux alone
 * @param cpuTime the processor time that the whole child may use while one task runs (default 1 min). All tasks that run at the
 *     same time count: set it above what all of them use while the longest runs
 * @param wallTime the time of one task, even if its caller would wait longer (default 5 min)
 * @param threads how many threads the tasks may have started at one time (default 64). Threads of the JVM and of Wherry, and the
 *     one that runs each task, do not count. Some tens of threads more may go unnoticed
 */
public record ChildLimits(long heapBytes, long memoryBytes, Duration cpuTime, Duration wallTime, int threads) {
    private static final long LEAST_HEAP = 16 << 20;
    /** The memory that a JVM needs in addition to the heap and to buffers, which may be as large as the heap. */
    private static final long BESIDE = 384 << 20;

    private static final ChildLimits DEFAULTS =
            new ChildLimits(256 << 20, memory(256 << 20), Duration.ofMinutes(1), Duration.ofMinutes(5), 64);

    public ChildLimits {
        Checks.atLeast(LEAST_HEAP, heapBytes, of("heapBytes"));
        Checks.atLeast(heapBytes, memoryBytes, of("memoryBytes"));
        Checks.positive(cpuTime, of("cpuTime"));
        Checks.positive(wallTime, of("wallTime"));
        Checks.atLeast(1, threads, of("threads"));
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

    private static String of(String name) {
        return "A child's limit '" + name + "'";
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
