package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.OfferedRate;
import dev.wherry.lab.results.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command that measures some cells of a run again, written so that it does not depend on what presets say later. */
final class Repetition {
    private Repetition() {}

    /** Of cells of one suite. Parameters are named where they are all of one workload. */
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
        if (cells.stream().map(Cell::workload).distinct().count() == 1) {
            params(cells).forEach(words::add);
        }
        if (cells.stream().anyMatch(cell -> cell.system().equals(results.baseline()))) {
            words.add("--baseline " + results.baseline());
        }
        if (results.serverHost() != null) {
            words.add("--servers-on %s --token-file FILE"
                    .formatted(results.serverHost().agent()));
        } else if (!any.placement().equals("free")) {
            words.add("--placement " + any.placement());
        }
        return String.join(" ", words);
    }

    private static Stream<String> params(List<Cell> cells) {
        return cells.stream()
                .flatMap(cell -> cell.params().keySet().stream())
                .distinct()
                .map(name -> {
                    TreeSet<Long> values = cells.stream()
                            .map(cell -> cell.params().get(name))
                            .filter(Objects::nonNull)
                            .collect(Collectors.toCollection(TreeSet::new));
                    String list = values.stream().map(String::valueOf).collect(Collectors.joining(","));
                    return name.equals(OfferedRate.PARAM) ? "--rate " + list : "--param %s=%s".formatted(name, list);
                });
    }

    private static String distinct(Stream<String> names) {
        return names.distinct().collect(Collectors.joining(","));
    }
}
