package dev.wherry.internal.session;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that tasks of peers run on: platform threads, since a virtual one that loops without end would keep a
 * processor from all others. What a task leaves in a thread's locals does not outlast it.
 */
final class TaskThreads {
    /** More at one time run on virtual threads. */
    private static final int MOST = 256;

    private static final AtomicInteger BUSY = new AtomicInteger();
    private static final ForkJoinPool POOL =
            new ForkJoinPool(MOST, TaskThread::new, null, true, 0, 2 * MOST, 0, _ -> true, 5, TimeUnit.SECONDS);

    private TaskThreads() {}

    static void start(Runnable task) {
        if (BUSY.incrementAndGet() <= MOST) {
            POOL.execute(() -> run(task));
        } else {
            Thread.startVirtualThread(() -> run(task));
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } finally {
            BUSY.decrementAndGet();
        }
    }

    private static final class TaskThread extends ForkJoinWorkerThread {
        TaskThread(ForkJoinPool pool) {
            super(null, pool, false);
            setName("wherry-task");
        }
    }
}
