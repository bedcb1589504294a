package dev.wherry.testkit.fuzz;

import com.sun.management.ThreadMXBean;
import dev.wherry.Limits;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.CodecException;
import dev.wherry.testkit.codec.Message;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.ref.Reference;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Measures the cost of reading one message: processor time and memory of the reading thread and of the threads that it
 * starts. The cost of such a thread in its last millisecond is not counted.
 */
final class CostMeter {
    /** The processor time after which a measurement fails. It is far more than any small message may take. */
    private static final long HOPELESS_NANOS = 5_000_000_000L;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private final Coder coder;
    private final Limits limits;

    CostMeter(Coder coder, Limits limits) {
        this.coder = coder;
        this.limits = limits;
    }

    /**
     * The cost of reading a message.
     *
     * @param read whether the message was decoded to a value
     */
    record Cost(boolean read, long nanos, long allocated) {
        private Cost with(OtherThreads others) {
            return new Cost(read, nanos + others.nanos(), allocated + others.allocated());
        }
    }

    /**
     * The threads that a reader starts, which are in its group. They are sampled, since a thread that has ended reports
     * no cost.
     */
    private static final class OtherThreads {
        private static final int MOST = 16;

        private final ThreadGroup group;
        private final Thread reader;
        private final Map<Long, Long> nanos = new HashMap<>();
        private final Map<Long, Long> allocated = new HashMap<>();

        OtherThreads(ThreadGroup group, Thread reader) {
            this.group = group;
            this.reader = reader;
        }

        void look() {
            Thread[] alive = new Thread[MOST];
            int count = group.enumerate(alive);
            for (int i = 0; i < count; i++) {
                long id = alive[i].threadId();
                if (id != reader.threadId()) {
                    nanos.merge(id, THREADS.getThreadCpuTime(id), Math::max);
                    allocated.merge(id, THREADS.getThreadAllocatedBytes(id), Math::max);
                }
            }
        }

        long nanos() {
            return sum(nanos);
        }

        long allocated() {
            return sum(allocated);
        }

        private static long sum(Map<Long, Long> each) {
            return each.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** Reads a message in a thread of its own, so that a read which never ends is detected. */
    Cost of(Message message) {
        CompletableFuture<Cost> cost = new CompletableFuture<>();
        ThreadGroup group = new ThreadGroup("readers of a random message");
        Thread reader = new Thread(group, () -> {
            try {
                cost.complete(here(message));
            } catch (Throwable e) { // rethrown to the caller
                cost.completeExceptionally(e);
            }
        });
        reader.setDaemon(true);
        reader.start();
        OtherThreads others = new OtherThreads(group, reader);
        while (true) {
            try {
                return cost.get(1, TimeUnit.MILLISECONDS).with(others);
            } catch (TimeoutException e) {
                others.look();
                long nanos = THREADS.getThreadCpuTime(reader.threadId()) + others.nanos();
                if (nanos > HOPELESS_NANOS) {
                    throw new AssertionError(
                            "the message was not read within " + nanos / 1_000_000 + " ms of processor time", e);
                }
            } catch (ExecutionException e) {
                throw new AssertionError("a codec must return a value or throw a CodecException", e.getCause());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private Cost here(Message message) {
        long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
        long before = THREADS.getCurrentThreadCpuTime();
        boolean read = value(message) != null;
        return new Cost(
                read,
                THREADS.getCurrentThreadCpuTime() - before,
                THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore);
    }

    /** Returns the heap memory that the value of a message takes, including all that was retained for it. */
    long held(Message message) {
        Message arrived = message.arrived();
        long before = used();
        Object value = value(arrived);
        try {
            return used() - before;
        } finally {
            Reference.reachabilityFence(value);
            Reference.reachabilityFence(arrived);
        }
    }

    private @Nullable Object value(Message message) {
        try {
            return message.decode(coder, limits);
        } catch (CodecException e) {
            return null;
        }
    }

    private static long used() {
        System.gc();
        return MEMORY.getHeapMemoryUsage().getUsed();
    }
}
