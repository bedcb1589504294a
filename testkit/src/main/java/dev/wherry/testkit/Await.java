package dev.wherry.testkit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waiting with a bound. */
public final class Await {
    private static final Duration STEP = Duration.ofMillis(2);

    private Await() {}

    /** Waits until {@code condition} holds, {@link Running#LONG} at the most. */
    public static void until(String what, BooleanSupplier condition) {
        until(() -> what, condition);
    }

    /** As {@link #until(String, BooleanSupplier)}, with a message made when the wait was in vain. */
    public static void until(Supplier<String> what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > Running.LONG.toNanos()) {
                throw new AssertionError("Not within " + Running.LONG + ": " + what.get());
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
    }

    /** Waits for a latch; an interrupt is thrown on, as the methods being served expect. */
    public static void latch(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(Running.LONG.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("Nobody released the latch within " + Running.LONG);
        }
    }
}
