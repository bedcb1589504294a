package dev.wherry.testkit.simulation;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Stands for {@link java.util.concurrent.ThreadPoolExecutor} in woven classes: each task has a new thread. */
public final class SimulatedPool {
    private final SimulatedThread.Factory factory;
    private boolean closed;

    public SimulatedPool(
            int core,
            int most,
            long idle,
            TimeUnit unit,
            BlockingQueue<Runnable> queue,
            SimulatedThread.Factory factory) {
        this.factory = factory;
    }

    public void execute(Runnable task) {
        if (closed) {
            throw new RejectedExecutionException();
        }
        factory.newThread(task).start();
    }

    public void shutdown() {
        closed = true;
    }
}
