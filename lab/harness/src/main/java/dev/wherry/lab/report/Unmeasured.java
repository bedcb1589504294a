package dev.wherry.lab.report;

import dev.wherry.lab.report.Chapter.Subject;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The cells without figures and the reasons: failures, and work that a system does not offer. */
record Unmeasured(List<Wrong> wrong, List<NotOffered> notOffered) {
    record Wrong(String system, String work, String points, String verdict, String reason) {}

    /** @param works the workloads by suite, such as {@code ejb: runs; latency: octets} */
    record NotOffered(String systems, String works, String reason) {}

    static Unmeasured of(Results results, Series series) {
        List<Cell> without =
                results.cells().stream().filter(cell -> cell.rounds().isEmpty()).toList();
        Predicate<Cell> isNotOffered = cell -> cell.verdict() == Verdict.NOT_OFFERED;
        return new Unmeasured(
                wrong(without.stream().filter(isNotOffered.negate()).toList(), results, series),
                notOffered(without.stream().filter(isNotOffered).toList(), series));
    }

    private static List<Wrong> wrong(List<Cell> cells, Results results, Series series) {
        return Grid.group(
                        cells,
                        cell -> List.of(
                                series.name(cell),
                                Subject.of(cell).name(results) + " " + cell.workload(),
                                cell.verdict().label(),
                                reason(cell)))
                .entrySet()
                .stream()
                .map(same -> new Wrong(
                        same.getKey().get(0),
                        same.getKey().get(1),
                        same.getValue().stream()
                                .map(cell -> Parameters.label(cell.params()))
                                .collect(Collectors.joining("; ")),
                        same.getKey().get(2),
                        same.getKey().get(3)))
                .toList();
    }

    /** Systems whose adapters lack the same for the same reason share a row. */
    private static List<NotOffered> notOffered(List<Cell> cells, Series series) {
        Map<List<String>, List<String>> systems = new LinkedHashMap<>();
        Grid.group(cells, cell -> List.of(series.name(cell), reason(cell)))
                .forEach((key, own) -> systems.computeIfAbsent(
                                List.of(works(own), key.getLast()), _ -> new ArrayList<>())
                        .add(key.getFirst()));
        return systems.entrySet().stream()
                .map(same -> new NotOffered(
                        String.join("; ", same.getValue()),
                        same.getKey().getFirst(),
                        same.getKey().getLast()))
                .toList();
    }

    private static String works(List<Cell> cells) {
        return Grid.group(cells, Cell::suite).entrySet().stream()
                .map(suite -> suite.getKey() + ": "
                        + suite.getValue().stream()
                                .map(Cell::workload)
                                .distinct()
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; "));
    }

    private static String reason(Cell cell) {
        return Objects.requireNonNullElse(cell.reason(), "");
    }
}
