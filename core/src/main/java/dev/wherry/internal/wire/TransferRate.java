package dev.wherry.internal.wire;

import java.util.concurrent.TimeUnit;

/**
 * How slowly a peer may go on with a frame or a message that it has begun: never 10 s without any progress, and over all
 * 64 KiB a second after the first 10 s. So nobody holds memory or a thread with a byte now and then.
 */
public final class TransferRate {
    public static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);
    /** For whoever is told. */
    public static final String RULE =
            "at most 10 s without progress, and at least 64 KiB a second after the first 10 s";

    private static final long NANOS_PER_KIB = TimeUnit.SECONDS.toNanos(1) / 64;
    /** A fragment of each message that a link may carry at one time: after so many, each has had its turn. */
    private static final long ROUND = (long) Assembly.MOST_MESSAGES * Frame.FRAGMENT;

    private final long since;
    private final long first;
    private long last;
    private long latest;

    /** @param passed bytes that its link has carried so far */
    public TransferRate(long now, long passed) {
        since = now;
        first = passed;
        goesOn(now, passed);
    }

    /** Part of it has come. */
    public void goesOn(long now, long passed) {
        last = now;
        latest = passed;
    }

    /** Whether it has taken longer than it may; what else came by its link excuses it, for one round of turns. */
    public boolean isTooSlow(long now, long passed) {
        return now - last > limit(Math.min(passed - latest, ROUND)) || now - since > limit(passed - first);
    }

    /** The time that so many bytes may take. */
    public static long limit(long bytes) {
        return PATIENCE + (bytes >> 10) * NANOS_PER_KIB;
    }
}
