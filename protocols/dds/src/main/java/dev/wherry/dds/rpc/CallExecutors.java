package dev.wherry.dds.rpc;

import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.DdsOptions.Threading;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads that run the calls of a listener, by its policy. {@link ServedCall}s that wait for a thread are ordered by priority. Started
 * at the first call.
 */
final class CallExecutors implements AutoCloseable {
    private final DdsOptions options;
    private final List<ExecutorService> all = new ArrayList<>();
    private @Nullable ExecutorService shared;
    private @Nullable ExecutorService unordered;
    private boolean closed;

    CallExecutors(DdsOptions options) {
        this.options = options;
    }

    /**
     * Returns the executor for one more service.
     *
     * @param hasPriorities whether some operation has a priority. Otherwise virtual threads need not be few
     */
    synchronized ExecutorService ofService(String name, boolean hasPriorities) {
        Threading policy = options.threading();
        if (policy == Threading.PER_SERVICE) {
            return add(ordered(
                    1, Thread.ofPlatform().daemon().name("wherry-dds-" + name).factory()));
        }
        if (policy == Threading.VIRTUAL && !hasPriorities) {
            if (unordered == null) {
                unordered = add(Executors.newThreadPerTaskExecutor(virtual()));
            }
            return unordered;
        }
        if (shared == null) {
            int threads = policy == Threading.SINGLE ? 1 : options.poolSize();
            shared = add(ordered(threads, policy == Threading.VIRTUAL ? virtual() : platform()));
        }
        return shared;
    }

    /** Returns whether an executor of this starts each call at once, in no order. */
    synchronized boolean isUnordered(ExecutorService executor) {
        return executor.equals(unordered);
    }

    private static ThreadFactory virtual() {
        return Thread.ofVirtual().name("wherry-dds-call-", 0).factory();
    }

    private static ThreadFactory platform() {
        return Thread.ofPlatform().daemon().name("wherry-dds-call-", 0).factory();
    }

    private static ExecutorService ordered(int threads, ThreadFactory factory) {
        return new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, new PriorityBlockingQueue<>(), factory);
    }

    private ExecutorService add(ExecutorService created) {
        if (closed) {
            created.shutdownNow();
        }
        all.add(created);
        return created;
    }

    /** Ends the executor of a service that has no calls any more, if it is its own. */
    synchronized void left(ExecutorService executor) {
        if (options.threading() == Threading.PER_SERVICE) {
            executor.shutdown();
            all.remove(executor);
        }
    }

    /** Interrupts the calls that run, refuses those that wait for a thread, and starts no more. */
    @Override
    public void close() {
        List<ExecutorService> ended;
        synchronized (this) {
            closed = true;
            ended = List.copyOf(all);
        }
        for (ExecutorService each : ended) {
            for (Runnable waiting : each.shutdownNow()) {
                if (waiting instanceof ServedCall call) {
                    call.refuse();
                }
            }
        }
    }
}
