package dev.wherry.internal.loop;

import java.util.concurrent.TimeUnit;

/** When something is tried again that has failed: soon at first, then ever more seldom. For one thread. */
public final class Backoff {
    private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(10);
    static final long LONGEST = TimeUnit.SECONDS.toNanos(1);

    private long pause;
    private long next;

    /** Returns whether to try now, which begins the next pause. The first check returns false, since another thread may be trying. */
    public boolean isDue(long now) {
        if (pause == 0) {
            pause = SHORTEST;
            next = now;
            return false;
        }
        if (now - next < 0) {
            return false;
        }
        next = now + pause;
        pause = Math.min(2 * pause, LONGEST);
        return true;
    }
}
