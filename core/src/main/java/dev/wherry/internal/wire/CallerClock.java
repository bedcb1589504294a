package dev.wherry.internal.wire;

import java.util.concurrent.TimeUnit;

/**
 * The clock by which callers stop waiting. After a pause of this process it stands still for a moment, so that answers that were
 * received meanwhile are read before their calls fail. Used by the watcher alone.
 */
public final class CallerClock {
    /** Waking up later than that is a pause. */
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long LONGEST = TimeUnit.SECONDS.toNanos(1);

    private long shown = Long.MIN_VALUE;
    private long until = Long.MIN_VALUE;

    /** The watcher has woken up so much later than it should have. */
    public void late(long now, long by) {
        if (by > PAUSE && shown != Long.MIN_VALUE) {
            until = now + Math.min(by, LONGEST);
        }
    }

    public long at(long now) {
        if (until == Long.MIN_VALUE || now - until >= 0) {
            until = Long.MIN_VALUE;
            shown = now;
        }
        return shown;
    }
}
