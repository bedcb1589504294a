package dev.wherry.mobility.internal.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks the supertypes of shipped classes. A virtual machine loads the supertypes of a class by recursion. */
final class HierarchyCheck {
    private HierarchyCheck() {}

    /**
     * Visits the classes from the top down, each after all its supertypes. A class that is its own supertype is never visited.
     *
     * @param above the superclass and interfaces of each shipped class by its name, whether these were shipped or not
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
