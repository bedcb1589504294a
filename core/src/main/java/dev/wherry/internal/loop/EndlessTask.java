package dev.wherry.internal.loop;

import dev.wherry.internal.events.Log;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What a thread does that serves many when a step of it has failed, whatever the failure: it goes on. */
final class EndlessTask {
    /** After a failure, which might come again at once. */
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

    private EndlessTask() {}

    /**
     * Returns after a moment, and throws nothing.
     *
     * @param what failed, for the log
     */
    static void goOnAfter(String what, Throwable failure) {
        try {
            Log.goingOn(what, failure);
        } catch (Throwable unlogged) {
            // Not even memory to begin the line: the next step may find some.
        }
        LockSupport.parkNanos(PAUSE);
    }
}
