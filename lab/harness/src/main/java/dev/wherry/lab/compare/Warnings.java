package dev.wherry.lab.compare;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The differences between two runs other than their time. */
final class Warnings {
    private final Results first;
    private final Results second;
    private final List<String> all = new ArrayList<>();

    private Warnings(Results first, Results second) {
        this.first = first;
        this.second = second;
    }

    static List<String> of(Results first, Results second) {
        Warnings warnings = new Warnings(first, second);
        warnings.compare(
                "The machine", results -> String.join("; ", results.machines().keySet()));
        warnings.compare("The preset", Results::preset);
        warnings.compare("The mode", results -> each(results, Cell::mode));
        warnings.compare("The placement", results -> each(results, Cell::placement));
        warnings.compareSystems("is of other versions", cell -> cell.versions().toString());
        warnings.compareSystems("has other JVM flags", cell -> String.join(" ", cell.jvmFlags()));
        warnings.compareSystems("has gone over other transports", Cell::transport);
        return List.copyOf(warnings.all);
    }

    private void compare(String what, Function<Results, String> fact) {
        String one = fact.apply(first);
        String other = fact.apply(second);
        if (!one.equals(other)) {
            all.add("%s differs: %s; %s".formatted(what, one, other));
        }
    }

    private void compareSystems(String differs, Function<Cell, String> fact) {
        Map<String, String> others = bySystem(second, fact);
        bySystem(first, fact).forEach((system, one) -> {
            String other = others.getOrDefault(system, one);
            if (!one.equals(other)) {
                all.add("%s %s: %s; %s".formatted(system, differs, one, other));
            }
        });
    }

    /** Returns the facts of cells that were measured. Other cells do not have all facts. */
    private static Map<String, String> bySystem(Results results, Function<Cell, String> fact) {
        return results.cells().stream()
                .filter(Cell::sound)
                .collect(Collectors.groupingBy(
                        Cell::system,
                        TreeMap::new,
                        Collectors.mapping(
                                fact,
                                Collectors.collectingAndThen(
                                        Collectors.toCollection(TreeSet::new), facts -> String.join(" or ", facts)))));
    }

    private static String each(Results results, Function<Cell, String> fact) {
        return results.cells().stream().map(fact).distinct().sorted().collect(Collectors.joining(", "));
    }
}
