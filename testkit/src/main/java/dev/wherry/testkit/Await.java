package dev.wherry.testkit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for conditions, for a limited time. */
public final class Await {
    private static final Duration STEP = Duration.ofMillis(2);

    private Await() {}

    /** Waits until {@code condition} holds. Fails after {@link Running#LONG}. */
    public static void until(String what, BooleanSupplier condition) {
        until(() -> what, condition);
    }

    /** As {@link #until(String, BooleanSupplier)}, with a message that is made only if the wait fails. */
    public static void until(Supplier<String> what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > Running.LONG.toNanos()) {
                throw new AssertionError("Not within " + Running.LONG + ": " + what.get());
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
    }

    /** Waits for a latch. An interrupt is thrown, as the served methods that wait here expect. */
    public static void latch(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(Running.LONG.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("Nobody released the latch within " + Running.LONG);
        }
    }
}
