package dev.wherry.internal.loop;

import dev.wherry.internal.events.Log;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The task of a thread that many depend on. After a failure of any kind in one of its steps, it logs the failure and goes on.
 *
 * <p>The loop is here, and not in the task, so that this class is loaded before the first failure. If memory is short then, the
 * class could not be loaded any more, and the thread would end.
 */
interface EndlessTask {
    /** The pause after a failure, which might repeat at once. */
    long PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

    /** Returns whether there is another step. */
    boolean goesOn();

    /** Takes one step. May throw anything. */
    void step() throws Throwable;

    /**
     * Takes one step after another while the task goes on. Throws nothing.
     *
     * @param failed what to log when a step has failed
     */
    static void run(String failed, EndlessTask task) {
        while (task.goesOn()) {
            try {
                task.step();
            } catch (Throwable e) {
                pauseAfter(failed, e);
            }
        }
    }

    private static void pauseAfter(String failed, Throwable e) {
        try {
            Log.goingOn(failed, e);
        } catch (Throwable unlogged) {
            // Not even memory to begin the line: the next step may find some.
        }
        LockSupport.parkNanos(PAUSE);
    }
}
