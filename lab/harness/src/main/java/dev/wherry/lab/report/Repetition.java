package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.Terms;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command that measures some cells of a run again, written so that it does not depend on what presets say later. */
final class Repetition {
    private Repetition() {}

    /** Of cells of one suite at one placement. Where they are of several workloads it names those parameters alone that the plan named. */
    static String of(Results results, List<Cell> cells) {
        Cell any = cells.getFirst();
        List<String> words = new ArrayList<>(List.of("./wherry lab run", "--suite " + any.suite()));
        words.add("--workload " + distinct(cells.stream().map(Cell::workload)));
        words.add("--system " + distinct(cells.stream().map(Cell::system)));
        words.add("--preset %s --mode %s".formatted(results.preset(), any.mode()));
        cells.stream()
                .mapToInt(cell -> cell.rounds().size())
                .max()
                .ifPresent(rounds -> words.add("--rounds " + Math.max(1, rounds)));
        Terms terms = results.terms(any.suite());
        Map<String, Collection<Long>> params = new LinkedHashMap<>(terms.params());
        if (cells.stream().map(Cell::workload).distinct().count() == 1) {
            params.putAll(params(cells));
        }
        params.forEach((name, values) -> words.add(Parameters.option(name, values)));
        if (terms.uncapped()) {
            words.add("--uncapped");
        }
        if (cells.stream().anyMatch(cell -> cell.system().equals(results.baseline()))) {
            words.add("--baseline " + results.baseline());
        }
        if (results.remoteServers() != null) {
            words.add("--server-prefix '%s'".formatted(results.remoteServers()));
        } else if (!any.placement().equals(Placement.FREE.label())) {
            words.add("--placement " + any.placement());
        }
        return String.join(" ", words);
    }

    private static Map<String, Collection<Long>> params(List<Cell> cells) {
        Map<String, Collection<Long>> params = new LinkedHashMap<>();
        cells.stream()
                .flatMap(cell -> cell.params().keySet().stream())
                .distinct()
                .forEach(name -> params.put(
                        name,
                        cells.stream()
                                .map(cell -> cell.params().get(name))
                                .filter(Objects::nonNull)
                                .collect(Collectors.toCollection(TreeSet::new))));
        return params;
    }

    private static String distinct(Stream<String> names) {
        return names.distinct().collect(Collectors.joining(","));
    }
}
