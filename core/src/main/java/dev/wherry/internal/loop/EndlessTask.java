package dev.wherry.internal.loop;

import dev.wherry.internal.events.Log;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The task of a thread that serves many. When one of its steps fails, whatever the failure, it logs that and goes on.
 *
 * <p>The repetition is here, and not in the task, so that this class is loaded before the first failure: where memory is
 * short it could not be loaded any more, and the thread would end.
 */
interface EndlessTask {
    /** After a failure, which might come again at once. */
    long PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

    boolean goesOn();

    /** May throw anything. */
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
