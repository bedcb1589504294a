package dev.wherry.internal.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Counts the calls of the methods that an endpoint has served. They are kept by name, so the counts continue when a class is
 * loaded again. For any thread.
 */
public final class Tallies {
    private record Name(String type, String method) {}

    private final ConcurrentMap<Name, Tally> byName = new ConcurrentHashMap<>();

    /** Returns the tally of a method that exists. Names that a peer sends are not passed here, so it cannot add tallies. */
    public Tally of(String type, String method) {
        return byName.computeIfAbsent(new Name(type, method), name -> new Tally(type, method));
    }

    /** @param running how many calls of each run now */
    public List<MethodCounts> sum(Map<Tally, Integer> running) {
        return byName.values().stream()
                .map(tally -> tally.sum(running.getOrDefault(tally, 0)))
                .sorted(Comparator.comparing(MethodCounts::type).thenComparing(MethodCounts::method))
                .toList();
    }
}
