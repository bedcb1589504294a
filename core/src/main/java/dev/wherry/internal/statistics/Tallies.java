package dev.wherry.internal.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the calls of the methods that an endpoint has served. They are kept by name, so the counts continue when a class is
 * loaded again. For any thread.
 */
public final class Tallies {
    private record Name(String type, String method) {}

    /** The words before the name of a limit in a text. */
    private static final String LIMIT = "limit '";
    /** The words after the name if it is a limit of one method. */
    private static final String OF = "' of ";

    private final ConcurrentMap<Name, Tally> byName = new ConcurrentHashMap<>();
    /** Calls that were not run, by the limit. */
    private final ConcurrentMap<String, LongAdder> refused = new ConcurrentHashMap<>();

    /** Returns the tally of a method that exists. Names that a peer sends are not passed here, so it cannot add tallies. */
    public Tally of(String type, String method) {
        return byName.computeIfAbsent(new Name(type, method), name -> new Tally(type, method));
    }

    /** Returns the count of the calls that were not run because of the limit that {@code why} names; without one, of threads. */
    public LongAdder refused(String why) {
        return refused.computeIfAbsent(limit(why), _ -> new LongAdder());
    }

    private static String limit(String why) {
        int begin = why.indexOf(LIMIT) + LIMIT.length();
        int end = why.indexOf('\'', begin);
        if (begin < LIMIT.length() || end < 0) {
            return "threads";
        }
        String name = why.substring(begin, end);
        return why.startsWith(OF, end) ? name + " of " + why.substring(end + OF.length(), why.indexOf(',', end)) : name;
    }

    /** Returns how many calls were not run, by limit. */
    public Map<String, Long> refused() {
        Map<String, Long> counts = new TreeMap<>();
        refused.forEach((limit, count) -> counts.put(limit, count.sum()));
        return counts;
    }

    /** @param running how many calls of each run in sessions now */
    public List<MethodCounts> sum(Map<Tally, Integer> running) {
        return byName.values().stream()
                .map(tally -> tally.sum(running.getOrDefault(tally, 0)))
                .sorted(Comparator.comparing(MethodCounts::type).thenComparing(MethodCounts::method))
                .toList();
    }
}
