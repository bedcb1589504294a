package dev.wherry.mobility.internal.child;

import java.util.concurrent.TimeUnit;

/** The most that a number has come to within the last second, or the last two at the most. For any thread. */
final class Peak {
    private static final long WINDOW = TimeUnit.SECONDS.toNanos(1);

    private int most;
    private int mostBefore;
    private long since = System.nanoTime();

    /** What the most is now, this number being one of them. */
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
