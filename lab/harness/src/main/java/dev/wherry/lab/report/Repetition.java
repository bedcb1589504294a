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
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command that measures some cells of a run again. It does not depend on later changes of presets. */
final class Repetition {
    private Repetition() {}

    /** Returns the command for cells of one suite at one placement. For several workloads it names only the parameters that the plan named. */
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
        for (Cell cell : cells) {
            cell.params()
                    .forEach((name, value) ->
                            params.computeIfAbsent(name, _ -> new TreeSet<>()).add(value));
        }
        return params;
    }

    private static String distinct(Stream<String> names) {
        return names.distinct().collect(Collectors.joining(","));
    }
}
