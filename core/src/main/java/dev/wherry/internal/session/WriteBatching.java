package dev.wherry.internal.session;

import java.util.concurrent.TimeUnit;

/**
 * Lets other virtual threads run before one of them writes, so that their messages leave in the same write. It does so as
 * long as this takes less time than the writes that it saves; otherwise it stops for a while. The owner guards all methods but
 * {@link #letOthersRun}.
 */
class WriteBatching {
    /** About the cost of a write, with waking the thread that reads. */
    private static final long WRITE = TimeUnit.MICROSECONDS.toNanos(10);
    /** So many writes are made at once after one that was delayed in vain. */
    private static final int REST = 64;

    private boolean underWay;
    private int gathered;
    private int rest;
    private boolean isPutOff;

    /** Returns true if the caller is to write, and false if the thread is that has begun to gather before. */
    final boolean begins() {
        if (underWay) {
            gathered++;
            return false;
        }
        gathered = 0;
        underWay = true;
        return true;
    }

    /** Lets other threads run. Called by the thread that gathers. */
    final void letOthersRun() {
        isPutOff = rest == 0;
        rest = Math.max(0, rest - 1);
        if (isPutOff) {
            yieldThread();
        }
    }

    /** Puts the write off. */
    @SuppressWarnings("ThreadPriorityCheck") // correct without it: other threads that send meanwhile save writes
    void yieldThread() {
        Thread.yield();
    }

    /** @param nanos how long it took */
    final void ends(long nanos) {
        underWay = false;
        if (isPutOff && nanos > gathered * WRITE) {
            rest = REST;
        }
    }
}
