package dev.wherry.lab.peers.common;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits until a time to the microsecond. The kernel wakes a thread some 70 us too late, or 95 us if the processor had
 * gone to sleep. So the thread is parked until shortly before, and spins for the rest, which takes some 50 us of a
 * processor a call. One processor is left to threads that do not wait: if as many spin as there are processors, the
 * rest are woken late. On a single processor a spinning thread yields to all others first.
 */
final class Wait {
    private static final long SPIN = TimeUnit.MICROSECONDS.toNanos(120);
    private static final boolean ALONE = Runtime.getRuntime().availableProcessors() == 1;
    private static final AtomicInteger PLACES =
            new AtomicInteger(ALONE ? 1 : Runtime.getRuntime().availableProcessors() - 1);

    private Wait() {}

    /** Waits until this time of System.nanoTime; returns false if it was over already. */
    static boolean until(long moment) {
        long left = moment - System.nanoTime();
        if (left <= 0) {
            return false;
        }
        // Parking may end early without a reason.
        for (; left > SPIN; left = moment - System.nanoTime()) {
            LockSupport.parkNanos(left - SPIN);
        }
        if (PLACES.getAndDecrement() > 0) {
            while (moment - System.nanoTime() > 0) {
                if (ALONE) {
                    Thread.yield();
                } else {
                    Thread.onSpinWait();
                }
            }
        } else {
            for (; left > 0; left = moment - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
        PLACES.incrementAndGet();
        return true;
    }
}
