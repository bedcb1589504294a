package dev.wherry.mobility.internal.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How shipped classes stand above one another. A virtual machine loads what is above a class within its own loading. */
final class HierarchyCheck {
    private HierarchyCheck() {}

    /**
     * From those that have none above them down, a class when all above it are done: a class that is above itself never is.
     *
     * @param above the superclass and interfaces by the name of each shipped class; those that were not shipped, too
     */
    static void check(Map<String, Set<String>> above, int nesting) {
        Map<String, Integer> waitsFor = new HashMap<>();
        Map<String, List<String>> below = new HashMap<>();
        Deque<String> ready = new ArrayDeque<>();
        above.forEach((name, parents) -> {
            List<String> shipped = parents.stream().filter(above::containsKey).toList();
            shipped.forEach(parent ->
                    below.computeIfAbsent(parent, _ -> new ArrayList<>()).add(name));
            waitsFor.put(name, shipped.size());
            if (shipped.isEmpty()) {
                ready.add(name);
            }
        });
        Map<String, Integer> depths = new HashMap<>();
        for (String name = ready.poll(); name != null; name = ready.poll()) {
            waitsFor.remove(name);
            int depth = depths.getOrDefault(name, 1);
            if (depth > nesting) {
                throw Rule.NESTING.refuses(
                        "Class " + name,
                        "that it has " + nesting + " or more shipped classes above one another above it");
            }
            for (String heir : below.getOrDefault(name, List.of())) {
                depths.merge(heir, depth + 1, Math::max);
                if (waitsFor.merge(heir, -1, Integer::sum) == 0) {
                    ready.add(heir);
                }
            }
        }
        waitsFor.keySet().stream().sorted().findFirst().ifPresent(name -> {
            throw Rule.NO_CYCLES.refuses("Class " + name, "it: it is, or extends or implements what is, above itself");
        });
    }
}
