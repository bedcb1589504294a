package dev.wherry.internal.invoke;

import java.util.concurrent.TimeUnit;

/**
 * Whether a method has shown that it is quick, so that a thread which reads for many callers may run it itself. What it
 * does in most calls counts; a loss of the count by two threads at once does no harm.
 */
public final class MethodSpeed {
    private static final long QUICK = TimeUnit.MICROSECONDS.toNanos(50);
    private static final int PROVEN = 100;
    /** What a method gathers beyond that lets it be slow now and then: others take its processor, too. */
    private static final int MOST = 2 * PROVEN;

    private static final int SLOW_CALL = 10;

    private final boolean never;
    private int score;
    private volatile boolean blocks;
    private volatile boolean heavy;

    /** @param never whether it is said to block */
    MethodSpeed(boolean never) {
        this.never = never;
    }

    public boolean isProven() {
        return score >= PROVEN && !blocks && !never;
    }

    /** A call has taken so long. */
    public void took(long nanos) {
        if (nanos > QUICK) {
            score = Math.max(0, score - SLOW_CALL);
        } else if (score < MOST) {
            score++;
        }
    }

    /** A call lasts so long that other callers have to be read for by another thread; how long it {@link #took} follows. */
    public void lasts() {
        score = Math.max(0, score - (PROVEN - SLOW_CALL));
    }

    /** It computes for long, or waits in native code: a virtual thread that runs it keeps its carrier from all others. */
    public void holdsCarrier() {
        heavy = true;
    }

    /** Whether it is to run on a platform thread, if there is one. */
    public boolean isHeavy() {
        return heavy;
    }

    /** It makes remote calls, and so it waits. */
    public void waits() {
        blocks = true;
    }
}
