package dev.wherry.mobility;

import dev.wherry.internal.types.Checks;
import java.time.Duration;

/**
 * The limits of a child JVM that runs shipped code. A child that exceeds one is killed. Its tasks end with a message that names
 * the limit, and the host serves on. Immutable.
 *
 * {@snippet :
 * ChildLimits limits = ChildLimits.builder().heapBytes(64 << 20).wallTime(Duration.ofSeconds(30)).build();
 * }
 */
public final class ChildLimits {
    private static final long LEAST_HEAP = 16 << 20;
    /** The memory that a JVM needs in addition to the heap and to buffers, which may be as large as the heap. */
    private static final long BESIDE = 384 << 20;

    private static final ChildLimits DEFAULTS = builder().build();

    private final Values values;

    private ChildLimits(Values values) {
        this.values = values;
    }

    /** Returns the limits of a child for which none are set. */
    public static ChildLimits defaults() {
        return DEFAULTS;
    }

    /** Returns a builder that has the defaults set. */
    public static Builder builder() {
        return new Builder(new Values());
    }

    /** Returns a builder that has these limits set. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /** Returns the limit of {@link Builder#heapBytes}. */
    public long heapBytes() {
        return values.heapBytes;
    }

    /** Returns the limit of {@link Builder#memoryBytes}. */
    public long memoryBytes() {
        return values.memoryBytes;
    }

    /** Returns the limit of {@link Builder#cpuTime}. */
    public Duration cpuTime() {
        return values.cpuTime;
    }

    /** Returns the limit of {@link Builder#wallTime}. */
    public Duration wallTime() {
        return values.wallTime;
    }

    /** Returns the limit of {@link Builder#threads}. */
    public int threads() {
        return values.threads;
    }

    private static long memory(long heap) {
        return 2 * heap + BESIDE;
    }

    private static String of(String name) {
        return "A child's limit '" + name + "'";
    }

    /** All limits with their defaults. A builder changes the values of its own; those of built limits never change. */
    private static final class Values implements Cloneable {
        long heapBytes = 256 << 20;
        long memoryBytes = memory(heapBytes);
        Duration cpuTime = Duration.ofMinutes(1);
        Duration wallTime = Duration.ofMinutes(5);
        int threads = 64;

        Values copy() {
            try {
                return (Values) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /**
     * Sets limits. For one thread at a time. Each method throws {@link IllegalArgumentException} if the value is below the
     * least that its description names; a time must be above 0.
     */
    public static final class Builder {
        private final Values values;

        private Builder(Values values) {
            this.values = values;
        }

        /**
         * Sets how large the heap may be (default 256 MiB, at least 16 MiB), and {@code memoryBytes} to its default for such a
         * heap. The JVM needs more memory than its heap.
         */
        public Builder heapBytes(long most) {
            values.heapBytes = Checks.atLeast(LEAST_HEAP, most, of("heapBytes"));
            values.memoryBytes = memory(most);
            return this;
        }

        /**
         * Sets how large the resident memory of the whole child may be: heap, classes, stacks, buffers and mapped files (default
         * twice the heap and 384 MiB; at least the heap). It is checked from time to time, on Linux alone. Call it after
         * {@code heapBytes}, which sets it, too.
         */
        public Builder memoryBytes(long most) {
            values.memoryBytes = most;
            return this;
        }

        /**
         * Sets how much processor time the whole child may use while one task runs (default 1 min). All tasks that run at the
         * same time count: set it above what all of them use while the longest runs.
         */
        public Builder cpuTime(Duration most) {
            values.cpuTime = Checks.positive(most, of("cpuTime"));
            return this;
        }

        /** Sets how long one task may run, even if its caller would wait longer (default 5 min). */
        public Builder wallTime(Duration most) {
            values.wallTime = Checks.positive(most, of("wallTime"));
            return this;
        }

        /**
         * Sets how many threads the tasks may have started at one time (default 64, at least 1). Threads of the JVM and of
         * Wherry, and the one that runs each task, do not count. Some tens of threads more may go unnoticed.
         */
        public Builder threads(int most) {
            values.threads = Checks.atLeast(1, most, of("threads"));
            return this;
        }

        /**
         * Returns the limits that are set now.
         *
         * @throws IllegalArgumentException if {@code memoryBytes} is below {@code heapBytes}
         */
        public ChildLimits build() {
            Checks.atLeast(values.heapBytes, values.memoryBytes, of("memoryBytes"));
            return new ChildLimits(values.copy());
        }
    }
}
