package dev.wherry.internal.endpoint;

import dev.wherry.Limits;
import dev.wherry.internal.wire.Source;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many connections an endpoint has accepted, in all and of each source, held to their limits. For any thread. */
final class AcceptedLinks {
    private final int most;
    private final int mostOfOne;
    private final Map<Source, Count> bySource = new HashMap<>();
    private int all;

    AcceptedLinks(Limits limits) {
        most = limits.connections();
        mostOfOne = limits.connectionsPerPeer();
    }

    /** Counts down without memory, so that no failure leaves a connection counted that has ended. */
    private static final class Count {
        int links;
    }

    synchronized int of(Source source) {
        Count count = bySource.get(source);
        return count == null ? 0 : count.links;
    }

    /** Whether it is the source's own limit that keeps more of its connections out. */
    boolean isFull(Source source) {
        return !source.isHere() && of(source) >= mostOfOne;
    }

    /** Counts one more of the source; else what keeps it out. */
    synchronized @Nullable String add(Source source) {
        if (isFull(source)) {
            return "more than " + mostOfOne + " connections of one user or address (limit 'connectionsPerPeer')";
        }
        if (all >= most) {
            return "more than " + most + " connections (limit 'connections')";
        }
        bySource.computeIfAbsent(source, key -> new Count()).links++;
        all++;
        return null;
    }

    synchronized void remove(Source source) {
        all--;
        Count count = bySource.get(source);
        if (count != null && --count.links == 0) {
            bySource.remove(source);
        }
    }
}
