package dev.wherry.internal.session;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The threads that tasks of peers run on, and methods of what they have given away: platform threads, since a virtual one
 * that loops without end would keep a processor from all others. One that a task has left serves the next, until a
 * workspace closes: what its tasks have left in a thread's locals would keep their classes. It is no
 * {@link java.util.concurrent.ForkJoinPool}: there the parts of a task's parallel streams would run on the threads of other
 * tasks, and a worker that joins them might run another task on top of its own.
 */
final class TaskThreads {
    /** Less than a child's parent remembers how many threads its tasks had, or these would be counted as their own. */
    private static final long KEPT_MILLIS = 500;

    private final Watcher watcher;
    private final AtomicReference<ThreadPoolExecutor> threads = new AtomicReference<>();

    TaskThreads(Watcher watcher) {
        this.watcher = watcher;
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
        return watcher.thread("wherry-task", task);
    }

    /** @throws OutOfMemoryError if there is no thread to be had */
    void start(Runnable task) {
        threads.get().execute(task);
    }

    /** Those that are idle end now, the others when their tasks do. */
    void workspaceClosed() {
        threads.getAndSet(fresh()).shutdown();
    }

    void close() {
        threads.get().shutdown();
    }
}
