package dev.wherry.internal.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The methods that an endpoint has served, by name: a class that was loaded again counts on. For any thread. */
public final class Tallies {
    private record Name(String type, String method) {}

    private final ConcurrentMap<Name, Tally> byName = new ConcurrentHashMap<>();

    /** That of a method which is there: no peer's word makes one. */
    public Tally of(String type, String method) {
        return byName.computeIfAbsent(new Name(type, method), name -> new Tally(type, method));
    }

    /** @param running calls now */
    public List<MethodCounts> sum(Map<Tally, Integer> running) {
        return byName.values().stream()
                .map(tally -> tally.sum(running.getOrDefault(tally, 0)))
                .sorted(Comparator.comparing(MethodCounts::type).thenComparing(MethodCounts::method))
                .toList();
    }
}
