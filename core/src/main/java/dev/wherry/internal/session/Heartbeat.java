package dev.wherry.internal.session;

import dev.wherry.internal.types.Seconds;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Notices that a peer has gone without a word, as when a cable is pulled or a firewall forgets a connection. A peer that is
 * silent is pinged, and one that does not answer is given up. Used by the watcher only.
 */
final class Heartbeat {
    /** Intervals of silence, with a ping after each, after which the peer is given up. */
    private static final int MOST_MISSED = 3;

    /** The longest interval while a call waits for the peer. */
    private static final long WAITING = TimeUnit.SECONDS.toNanos(2);

    private final long atRest;
    private long interval;
    private long alive;
    private long checked;
    private long pinged;
    private long written;
    private boolean wasFull;

    /** The step that is due. */
    enum Need {
        NOTHING,
        PING,
        END
    }

    /** @param interval 0: peers are never pinged and never given up */
    Heartbeat(Duration interval, long now) {
        atRest = Math.min(Long.MAX_VALUE / 4, TimeUnit.NANOSECONDS.convert(interval));
        alive = now;
        checked = now;
        pinged = now;
    }

    /**
     * @param heard when something was received last
     * @param waits whether a call waits for the peer: then silence is noticed sooner
     * @param full whether the link accepts nothing more for now. If it does later, the peer's system has taken what was sent
     * @param written bytes that the link has accepted
     */
    Need check(long now, long heard, boolean waits, boolean full, long written) {
        interval = waits ? Math.min(atRest, WAITING) : atRest;
        boolean paused = now - checked > interval; // this process: what has come meanwhile is not read yet
        boolean taken = wasFull && written != this.written;
        checked = now;
        wasFull = full;
        this.written = written;
        if (paused || taken) {
            alive = now;
        } else if (heard - alive > 0) {
            alive = heard;
        }
        if (interval == 0 || now - alive < interval) {
            return Need.NOTHING;
        }
        if (now - alive >= MOST_MISSED * interval) {
            return Need.END;
        }
        if (now - pinged < interval && pinged - alive > 0) {
            return Need.NOTHING;
        }
        pinged = now;
        return Need.PING;
    }

    @Override
    public String toString() {
        return "nothing was received for " + Seconds.text(Duration.ofNanos(MOST_MISSED * interval))
                + ", though the peer was asked whether it is there (option 'heartbeat')";
    }
}
