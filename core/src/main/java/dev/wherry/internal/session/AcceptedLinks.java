package dev.wherry.internal.session;

import dev.wherry.Limits;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many connections an endpoint has accepted, in all and of each source, held to their limits. For any thread. */
final class AcceptedLinks {
    private final int most;
    private final int mostOfOne;
    private final Map<Source, Integer> bySource = new HashMap<>();
    private int all;

    AcceptedLinks(Limits limits) {
        most = limits.connections();
        mostOfOne = limits.connectionsPerPeer();
    }

    synchronized int of(Source source) {
        return bySource.getOrDefault(source, 0);
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
        all++;
        bySource.merge(source, 1, Integer::sum);
        return null;
    }

    synchronized void remove(Source source) {
        all--;
        bySource.computeIfPresent(source, (key, count) -> count > 1 ? count - 1 : null);
    }
}
