package dev.wherry.internal.session;

import java.util.concurrent.TimeUnit;

/**
 * Lets other virtual threads run before one of them writes, so that their messages leave in the same write. It does so as
 * long as this takes less time than the writes that it saves; otherwise it stops for a while. The owner guards all methods but
 * {@link #letOthersRun}.
 */
final class WriteBatching {
    /** About the cost of a write, with waking the thread that reads. */
    private static final long WRITE = TimeUnit.MICROSECONDS.toNanos(10);
    /** So many writes are made at once after one that was delayed in vain. */
    private static final int REST = 64;

    private final Runnable others;
    private boolean underWay;
    private int gathered;
    private int rest;
    private boolean isPutOff;

    WriteBatching() {
        this(Thread::yield);
    }

    /** @param others lets them run */
    WriteBatching(Runnable others) {
        this.others = others;
    }

    /** Returns true if the caller is to write, and false if the thread is that has begun to gather before. */
    boolean begins() {
        if (underWay) {
            gathered++;
            return false;
        }
        gathered = 0;
        underWay = true;
        return true;
    }

    /** Lets other threads run. Called by the thread that gathers. */
    void letOthersRun() {
        isPutOff = rest == 0;
        rest = Math.max(0, rest - 1);
        if (isPutOff) {
            others.run();
        }
    }

    /** @param nanos how long it took */
    void ends(long nanos) {
        underWay = false;
        if (isPutOff && nanos > gathered * WRITE) {
            rest = REST;
        }
    }
}
