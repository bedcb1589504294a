package dev.wherry.mobility.internal.tasks;

import dev.wherry.internal.extension.ExtendedEndpoint;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads that run the tasks of peers, and the methods of objects that tasks have passed to their senders. They are
 * platform threads, because a virtual thread that loops without end would keep a processor from all others. A thread serves
 * one task after another until a workspace closes: what its tasks have left in thread-locals would keep their classes.
 *
 * <p>A JDK executor would be worse. A {@link java.util.concurrent.ForkJoinPool} runs the parts of a task's parallel streams on
 * the threads of other tasks. A worker that joins these parts might run another task on top of its own. A
 * {@link java.util.concurrent.ThreadPoolExecutor} with any number of threads wakes one for each task. Of many short tasks that
 * arrive together, a thread that is awake can run the next one sooner. So here one thread is called at a time, and it calls the
 * next one only if tasks still wait when it takes one. No task waits behind one that blocks: each has a free thread.
 */
final class TaskThreads implements Executor {
    /** Less than {@code RecentPeak} remembers, or the parent of a child would count idle threads as threads that a task has started. */
    private static final long KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ExtendedEndpoint endpoint;
    private final AtomicInteger generation = new AtomicInteger();
    private volatile Pool pool = new Pool();

    TaskThreads(ExtendedEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    private Thread thread(Runnable task) {
        return endpoint.thread("wherry-task", task);
    }

    /** @throws OutOfMemoryError if no thread can be created */
    @Override
    public void execute(Runnable task) {
        if (!pool.add(task)) {
            thread(task).start();
        }
    }

    /** Ends the threads that are idle now, and the others when their tasks end. */
    synchronized void workspaceClosed() {
        generation.incrementAndGet();
        Pool before = pool;
        pool = new Pool();
        before.close();
    }

    /** Returns how many workspaces have closed, and with them the threads that had run tasks. */
    int generation() {
        return generation.get();
    }

    void close() {
        pool.close();
    }

    /** Threads that end together. All fields are guarded by this. */
    private final class Pool implements Runnable {
        /** There are never more of them than free threads. */
        private final Queue<Runnable> waiting = new ArrayDeque<>();
        /** The number of threads that run no task, those included that have not begun yet. */
        private int free;
        /** Whether a free thread was called and has not answered yet. */
        private boolean called;

        private boolean closed;

        /** Returns false if this pool is closed. */
        synchronized boolean add(Runnable task) {
            if (closed) {
                return false;
            }
            if (waiting.size() == free) {
                thread(this).start();
                free++;
            }
            waiting.add(task);
            call();
            return true;
        }

        private void call() {
            if (!called) {
                called = true;
                notify();
            }
        }

        synchronized void close() {
            closed = true;
            notifyAll();
        }

        @Override
        public void run() {
            for (Runnable task = next(false); task != null; task = next(true)) {
                task.run();
                Thread.interrupted(); // of that task
            }
        }

        /**
         * Waits for the next task. Returns null if the thread is to end.
         *
         * @param freed whether the thread has just run a task; otherwise it is free already
         */
        private synchronized @Nullable Runnable next(boolean freed) {
            free += freed ? 1 : 0;
            long end = System.nanoTime() + KEPT_NANOS;
            called = false;
            while (waiting.isEmpty()) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (closed || left <= 0) {
                    free--;
                    return null;
                }
                try {
                    wait(left);
                } catch (InterruptedException e) {
                    // A task that ended has kept a reference to this thread and interrupts it. The thread goes on.
                }
                called = false;
            }
            free--;
            Runnable task = waiting.remove();
            if (!waiting.isEmpty()) {
                call();
            }
            return task;
        }
    }
}
