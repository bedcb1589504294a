package dev.wherry.internal.wire;

import java.util.concurrent.TimeUnit;

/**
 * Estimates how long ago the peer has sent a call, by the time that the call carries. The fastest call so far is the baseline, so
 * that only a longer delay counts, on the network or before the call was read. The answer to a Ping corrects the baseline if the
 * peer's clock stood still, as on a suspended machine. For any thread; a lost update does no harm.
 */
public final class PeerClock {
    /** Shorter delays are usual variation of the network and the scheduler. */
    private static final long TOLERANCE = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long UNKNOWN = Long.MAX_VALUE;
    /** The baseline may grow by about a thousandth (2 to the power of -10) of the elapsed time, since clocks differ in speed. */
    private static final int DRIFT = 10;

    /** The time at which the fastest call was read, less the time that it carries. */
    private volatile long offset = UNKNOWN;

    private volatile long measured;

    /**
     * Returns how many nanoseconds longer a call was under way than the fastest one. Returns 0 for a usual delay.
     *
     * @param sent milliseconds by the peer's clock; 0 if not known
     * @param now the time by {@link System#nanoTime()} at which the call was read
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
     * Corrects the baseline when the peer has answered a Ping.
     *
     * @param asked when the Ping was sent, by {@link System#nanoTime()}
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
