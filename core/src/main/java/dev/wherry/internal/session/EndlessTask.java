package dev.wherry.internal.session;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What a thread does that serves many: a step again and again, whatever the step throws. */
final class EndlessTask {
    /** After a failure, which might come again at once. */
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

    private EndlessTask() {}

    /** May fail. */
    interface Step {
        void run() throws Exception;
    }

    /**
     * Returns when it is to go on no more, and not before.
     *
     * @param failed what is logged of a failure
     */
    static void run(BooleanSupplier goesOn, Step step, String failed) {
        while (goesOn.getAsBoolean()) {
            try {
                step.run();
            } catch (Throwable e) {
                try {
                    Log.goingOn(failed, e);
                } catch (Throwable unlogged) {
                    // Not even memory to begin the line: the next step may find some.
                }
                LockSupport.parkNanos(PAUSE);
            }
        }
    }
}
