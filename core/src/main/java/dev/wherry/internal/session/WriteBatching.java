package dev.wherry.internal.session;

import java.util.concurrent.TimeUnit;

/**
 * Lets other virtual threads run before one of them writes, so that what they send leaves in the same write. It does so
 * while their turns take less time than the writes that they save; else it leaves it for a while. All but
 * {@link #letOthersRun} is guarded by its owner.
 */
final class WriteBatching {
    /** About what a write costs, with the waking of whoever reads. */
    private static final long WRITE = TimeUnit.MICROSECONDS.toNanos(10);
    /** So many writes are made at once after one that was put off in vain. */
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

    /** There is something to write: true if by the caller, false if by the thread that has begun to gather before. */
    boolean begins() {
        if (underWay) {
            gathered++;
            return false;
        }
        gathered = 0;
        underWay = true;
        return true;
    }

    /** By the thread that gathers. */
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
