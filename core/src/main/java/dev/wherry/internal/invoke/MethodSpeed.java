package dev.wherry.internal.invoke;

import java.util.concurrent.TimeUnit;

/**
 * Records whether a method has been fast, so that a thread that reads for many callers may run it itself. Most calls
 * decide. A loss of one count by two threads at once does no harm.
 */
public final class MethodSpeed {
    private static final long QUICK = TimeUnit.MICROSECONDS.toNanos(50);
    private static final int PROVEN = 100;
    /** A score above {@link #PROVEN} allows a slow call now and then: other threads take the processor, too. */
    private static final int MOST = 2 * PROVEN;

    private static final int SLOW_CALL = 10;

    /** A call that ends sooner does not hold a carrier for long. */
    private static final long LIGHT = TimeUnit.MILLISECONDS.toNanos(10);
    /** So many light calls in a row show that a method is not heavy, or no longer. */
    private static final int LIGHT_CALLS = 50;

    private final boolean never;
    private int score;
    private int light;
    private volatile boolean blocks;
    private volatile boolean heavy;

    /** @param never whether the method is declared to block */
    MethodSpeed(boolean never) {
        this.never = never;
    }

    public boolean isProven() {
        return score >= PROVEN && !blocks && !never;
    }

    /** Records the duration of a call. */
    public void took(long nanos) {
        if (nanos > QUICK) {
            score = Math.max(0, score - SLOW_CALL);
        } else if (score < MOST) {
            score++;
        }
        if (heavy) {
            light = nanos < LIGHT ? light + 1 : 0;
            heavy = light < LIGHT_CALLS;
        }
    }

    /** Records that a call blocks its reading thread, so that another thread has to read. {@link #took} follows. */
    public void runsLong() {
        score = Math.max(0, score - (PROVEN - SLOW_CALL));
    }

    /** Records that the method computes for long or waits in native code: on a virtual thread it would hold its carrier. */
    public void holdsCarrier() {
        light = 0;
        heavy = true;
    }

    /** Returns whether the method should run on a platform thread, if one is available. */
    public boolean isHeavy() {
        return heavy;
    }

    /** Records that the method makes remote calls, and so waits. */
    public void waits() {
        blocks = true;
    }
}
