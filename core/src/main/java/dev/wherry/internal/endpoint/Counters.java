package dev.wherry.internal.endpoint;

import dev.wherry.internal.session.Retries;
import dev.wherry.internal.session.Session;
import dev.wherry.internal.statistics.EndpointCounts;
import dev.wherry.internal.statistics.Tallies;
import dev.wherry.internal.statistics.Tally;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** The counters of an endpoint, and its statistics. For any thread. */
public final class Counters {
    private final long since = System.nanoTime();
    private final Tallies tallies = new Tallies();
    /** Calls made, by what has carried them. */
    private final ConcurrentMap<String, LongAdder> carried = new ConcurrentHashMap<>();

    public Tallies tallies() {
        return tallies;
    }

    /** Returns the counter of the calls that a transport carries. */
    public LongAdder carriedBy(String transport) {
        LongAdder fresh = new LongAdder();
        LongAdder known = carried.putIfAbsent(transport, fresh);
        return known == null ? fresh : known;
    }

    /**
     * @param made calls by reference that were made here and have not ended
     * @param served calls by reference that run here
     */
    EndpointCounts of(Set<Session> sessions, int made, int served, long classesFetched, Retries retries) {
        int open = 0; // counted here, since the size of a concurrent set lags behind what is in it
        int lanes = 0;
        int memoryLanes = 0;
        int out = made;
        int in = served;
        int exports = 0;
        int imports = 0;
        int waiting = 0;
        long unsent = 0;
        Map<Tally, Integer> running = new HashMap<>();
        for (Session session : sessions) {
            open++;
            lanes += session.lanes().open().length + session.servedCalls().laneCount();
            memoryLanes += session.lanes().overMemory() + session.servedCalls().memoryLaneCount();
            out += session.outgoingCalls().count();
            in += session.incomingCalls().count();
            waiting += session.servedCalls().waiting();
            session.servedCalls().count(running);
            unsent += session.main().outbox().unsent();
            exports += session.exports().size();
            imports += session.references().imports();
        }
        Map<String, Long> calls = new HashMap<>();
        carried.forEach((transport, count) -> calls.put(transport, count.sum()));
        return new EndpointCounts(
                open,
                lanes,
                memoryLanes,
                out,
                in,
                exports,
                imports,
                calls,
                waiting,
                tallies.refused(),
                unsent,
                classesFetched,
                retries.repeated(),
                retries.hedged(),
                Duration.ofNanos(System.nanoTime() - since),
                tallies.sum(running));
    }
}
