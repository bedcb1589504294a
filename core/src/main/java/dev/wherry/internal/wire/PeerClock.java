package dev.wherry.internal.wire;

import java.util.concurrent.TimeUnit;

/**
 * Estimates how long ago the peer has sent a call, by the time that the call carries. The fastest call so far is the baseline, so
 * that only a longer delay counts, on the network or before the call was read. The answer to a Ping corrects the baseline if the
 * peer's clock stood still, as on a suspended machine. For any thread; a lost update does no harm.
 */
public final class PeerClock {
    /** Less is the network's and the scheduler's usual unsteadiness. */
    private static final long TOLERANCE = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long UNKNOWN = Long.MAX_VALUE;
    /** The measure may grow by a thousandth of the time, since no two clocks run alike. */
    private static final int DRIFT = 10;

    /** Of the fastest call, when it was read, less the time that it bears. */
    private volatile long offset = UNKNOWN;

    private volatile long measured;

    /**
     * The nanoseconds since a call was sent, beyond those that the fastest takes; 0 where that is usual.
     *
     * @param sent milliseconds by the peer's clock; 0: not known
     * @param now by {@link System#nanoTime()}, which it was read at
     */
    public long age(long sent, long now) {
        if (sent == 0) {
            return 0;
        }
        long seen = now - TimeUnit.MILLISECONDS.toNanos(sent);
        long known = offset;
        if (known == UNKNOWN || seen - known <= (now - measured) >> DRIFT) {
            measured = now;
            offset = seen;
            return 0;
        }
        long late = seen - known - ((now - measured) >> DRIFT);
        return late > TOLERANCE ? late : 0;
    }

    /**
     * The peer has answered a Ping.
     *
     * @param asked when that was sent, by {@link System#nanoTime()}
     * @param clock the peer's milliseconds when it answered, which was later
     */
    public void answered(long asked, long clock, long now) {
        long least = asked - TimeUnit.MILLISECONDS.toNanos(clock);
        if (offset != UNKNOWN && least - offset > 0) {
            measured = now;
            offset = least;
        }
    }
}
