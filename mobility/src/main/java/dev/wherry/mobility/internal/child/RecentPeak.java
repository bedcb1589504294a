package dev.wherry.mobility.internal.child;

import java.util.concurrent.TimeUnit;

/** The largest value of a number within the last one to two seconds. For any thread. */
final class RecentPeak {
    private static final long WINDOW = TimeUnit.SECONDS.toNanos(1);

    private int most;
    private int mostBefore;
    private long since = System.nanoTime();

    /** Adds a value, and returns the largest one. */
    synchronized int add(int number) {
        long now = System.nanoTime();
        if (now - since > WINDOW) {
            since = now;
            mostBefore = most;
            most = 0;
        }
        most = Math.max(most, number);
        return Math.max(most, mostBefore);
    }
}
