package dev.wherry.dds;

import java.time.Duration;

/**
 * How several servers of one name serve it: each runs every call, and the client takes one reply. Both ends set it, by {@link
 * DdsOptions.Builder#replication}. Immutable.
 *
 * <p>A client sends a request again while it has no reply, with the same number, and a server runs each number once and repeats its
 * reply. So a call outlives servers, as long as one of them has run it. A server that is not reached holds up neither the others nor the
 * client. One-way calls are sent once.
 *
 * <p>With {@link #exclusive}, its ownership, strength and lease win over those of {@link QualityOfService} and {@link
 * DdsOptions.Builder#qos} for the replies.
 *
 * @param isExclusive whether only replies of the strongest living server are taken; false: the first reply is
 * @param strength of this server; clients have none
 * @param lease after which a server without a sign of life is given up, and the next one replies
 */
public record Replication(boolean isExclusive, int strength, Duration lease) {
    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration DEFAULT_LEASE = Duration.ofMillis(500);

    /** @throws IllegalArgumentException if the lease is below 10 ms */
    public Replication {
        if (lease.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("A lease must be at least 10 ms, not " + lease);
        }
    }

    /**
     * Takes the first reply. A server that ends is not noticed, as the others have run the call too. {@link dev.wherry.Calls#toAll} takes
     * the reply of each.
     */
    public static Replication first() {
        return new Replication(false, 0, DEFAULT_LEASE);
    }

    /**
     * Takes replies of the strongest living server, so that one decides: the others run the calls, and take over after its lease of 500 ms.
     *
     * @param strength different for each server; any for a client
     */
    public static Replication exclusive(int strength) {
        return new Replication(true, strength, DEFAULT_LEASE);
    }

    /**
     * Returns this with another lease. A short one is noticed earlier, and may give up a server that is merely slow.
     *
     * @throws IllegalArgumentException if it is below 10 ms
     */
    public Replication withLease(Duration time) {
        return new Replication(isExclusive, strength, time);
    }
}
