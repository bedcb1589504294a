package dev.wherry.internal.endpoint;

import dev.wherry.internal.session.Retries;
import dev.wherry.internal.session.Session;
import dev.wherry.internal.statistics.EndpointCounts;
import dev.wherry.internal.statistics.Tallies;
import dev.wherry.internal.statistics.Tally;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToIntFunction;

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
     * @param made calls by reference and over other protocols that were made here and have not ended
     * @param served calls by reference that run here, and calls of other protocols that have not ended
     */
    EndpointCounts of(Set<Session> sessions, int made, int served, long classesFetched, Retries retries) {
        List<Session> open = List.copyOf(sessions); // the size of a concurrent set lags behind what is in it
        Map<Tally, Integer> running = new HashMap<>();
        open.forEach(each -> each.servedCalls().count(running));
        Map<String, Long> calls = new HashMap<>();
        carried.forEach((transport, count) -> calls.put(transport, count.sum()));
        return new EndpointCounts(
                open.size(),
                sum(
                        open,
                        each -> each.lanes().open().length + each.servedCalls().laneCount()),
                sum(open, each -> each.lanes().overMemory() + each.servedCalls().memoryLaneCount()),
                made + sum(open, each -> each.outgoingCalls().count()),
                served + sum(open, each -> each.incomingCalls().count()),
                sum(open, each -> each.exports().size()),
                sum(open, each -> each.references().imports()),
                calls,
                sum(open, each -> each.servedCalls().waiting()),
                tallies.refused(),
                open.stream().mapToLong(each -> each.main().outbox().unsent()).sum(),
                classesFetched,
                retries.repeated(),
                retries.hedged(),
                Duration.ofNanos(System.nanoTime() - since),
                tallies.sum(running));
    }

    private static int sum(List<Session> sessions, ToIntFunction<Session> count) {
        return sessions.stream().mapToInt(count).sum();
    }
}
