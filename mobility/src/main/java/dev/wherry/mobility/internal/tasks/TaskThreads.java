package dev.wherry.mobility.internal.tasks;

import dev.wherry.internal.extension.ExtendedEndpoint;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The threads that run the tasks of peers, and the methods of objects that tasks have passed to their senders. They are
 * platform threads, because a virtual thread that loops without end would keep a processor from all others. A thread serves
 * one task after another until a workspace closes: what its tasks have left in thread-locals would keep their classes. A
 * {@link java.util.concurrent.ForkJoinPool} would be wrong: it runs the parts of a task's parallel streams on the threads of other
 * tasks. A worker that joins these parts might run another task on top of its own.
 */
final class TaskThreads implements Executor {
    /** Less than {@code Peak} remembers, or the parent of a child would count idle threads as threads that a task has started. */
    private static final long KEPT_MILLIS = 500;

    private final ExtendedEndpoint endpoint;
    private final AtomicReference<ThreadPoolExecutor> threads = new AtomicReference<>();
    private final AtomicInteger generation = new AtomicInteger();

    TaskThreads(ExtendedEndpoint endpoint) {
        this.endpoint = endpoint;
        threads.set(fresh());
    }

    private ThreadPoolExecutor fresh() {
        return new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                KEPT_MILLIS,
                TimeUnit.MILLISECONDS,
                new SynchronousQueue<>(),
                this::thread,
                (task, closed) -> thread(task).start());
    }

    private Thread thread(Runnable task) {
        return endpoint.thread("wherry-task", task);
    }

    /** @throws OutOfMemoryError if no thread can be created */
    @Override
    public void execute(Runnable task) {
        threads.get().execute(task);
    }

    /** Ends the threads that are idle now, and the others when their tasks end. */
    void workspaceClosed() {
        generation.incrementAndGet();
        threads.getAndSet(fresh()).shutdown();
    }

    /** Returns how many workspaces have closed, and with them the threads that had run tasks. */
    int generation() {
        return generation.get();
    }

    void close() {
        threads.get().shutdown();
    }
}
