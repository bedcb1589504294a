package dev.wherry.internal.session;

import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.TransferRate;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** How long a session has not been used, and the end of one that was not for long. */
final class Idleness {
    /** A session without calls keeps its place for so long if others want it. */
    private static final long REST = TimeUnit.SECONDS.toNanos(10);

    private final Session session;
    private final long most;
    private final AtomicLong lastUse = new AtomicLong(System.nanoTime());

    /** Since when the session is idle, used by the watcher; 0: it is not. */
    private long since;

    Idleness(Session session, Duration most) {
        this.session = session;
        this.most = TimeUnit.NANOSECONDS.convert(most);
    }

    /** Records that the session is used. For any thread. */
    void used(long now) {
        lastUse.lazySet(now);
    }

    /** Returns the nanoseconds since it was last used. */
    long silence(long now) {
        return now - lastUse.get();
    }

    boolean isRest(long now) {
        return silence(now) > REST;
    }

    /**
     * Ends a session that is idle for too long. Called by the watcher. First CLOSING is sent, so that the peer knows that calls which it
     * begins now are not run.
     */
    void check(long now, boolean unused) {
        if (unused && silence(now) > most && session.state().isOpen()) {
            since = now;
            session.leave();
        }
        if (since != 0 && (session.isQuiet() || now - since > TransferRate.PATIENCE)) {
            session.main().refuse(new GoAway(GoAway.Reason.IDLE, "idle for longer than the limit 'idleTime'"));
        }
    }
}
