package dev.wherry.internal.wire;

import java.util.concurrent.TimeUnit;

/**
 * How slowly a peer may take the answers that wait for it on a main link: at least 64 KiB a second, and it is never more
 * than 10 s behind that. Used by whoever looks alone, some times a second.
 */
public final class OutboundPace {
    /** A longer time between two looks was a pause of this process, in which nothing could leave. */
    private static final long LONGEST_STEP = TimeUnit.SECONDS.toNanos(1);

    private boolean waits;
    private long last;
    private long seen;
    private long behind;

    /**
     * @param waiting whether answers wait
     * @param taken bytes that the link has taken
     */
    public boolean isTooSlow(long now, boolean waiting, long taken) {
        if (waiting && waits) {
            long due = Math.min(now - last, LONGEST_STEP) - (TransferRate.limit(taken - seen) - TransferRate.PATIENCE);
            behind = Math.max(0, behind + due);
        } else {
            behind = 0;
        }
        waits = waiting;
        last = now;
        seen = taken;
        return behind > TransferRate.PATIENCE;
    }
}
