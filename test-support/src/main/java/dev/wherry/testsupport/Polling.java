package dev.wherry.testsupport;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions that nothing reports. */
public final class Polling {
    /** Only a test that has failed waits so long, even on a machine with other work. */
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private static final long STEP_NANOS = 1_000_000;

    private Polling() {}

    /**
     * Waits until a condition holds.
     *
     * @param what names the condition
     * @throws AssertionError if it does not hold within three minutes
     */
    public static void until(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > LIMIT.toNanos()) {
                throw new AssertionError("Not within " + LIMIT.toMinutes() + " minutes: " + what);
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }
}
