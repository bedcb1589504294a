package dev.wherry.lab.report;

import dev.wherry.lab.compare.RunComparison;
import dev.wherry.lab.compare.RunComparison.Both;
import dev.wherry.lab.compare.RunComparison.Figure;
import dev.wherry.lab.compare.RunComparison.One;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Two runs for a terminal, which are A and B there: what to be careful of, then a table for each workload. */
final class CompareTable {
    private static final double NANOS_IN_A_MICRO = 1e3;
    private static final double NANOS_IN_A_MILLI = 1e6;

    private CompareTable() {}

    static String of(RunComparison comparison) {
        StringBuilder out = new StringBuilder(comparison.caution()).append('\n');
        for (String warning : comparison.warnings()) {
            out.append("warning: ").append(PlainText.safe(warning)).append('\n');
        }
        if (comparison.cells().isEmpty()) {
            out.append("\nNo cell was measured in both.\n");
        }
        SequencedMap<List<Object>, List<Both>> tables = new LinkedHashMap<>();
        for (Both both : comparison.cells()) {
            boolean start = Parameters.startsProcesses(both.cell().params());
            boolean open = Parameters.rate(both.cell().params()).isPresent();
            tables.computeIfAbsent(
                            List.of(both.cell().suite(), both.cell().workload(), start, open), key -> new ArrayList<>())
                    .add(both);
        }
        tables.values().forEach(cells -> table(out, cells));
        alone(out, "A", comparison.onlyInFirst());
        alone(out, "B", comparison.onlyInSecond());
        return out.toString();
    }

    private static void table(StringBuilder out, List<Both> cells) {
        Both any = cells.getFirst();
        boolean start = Parameters.startsProcesses(any.cell().params());
        out.append("\n%s %s\n"
                .formatted(
                        PlainText.safe(any.cell().suite()),
                        PlainText.safe(any.cell().workload())));
        List<List<String>> rows = new ArrayList<>();
        boolean open = Parameters.rate(any.cell().params()).isPresent();
        rows.add(columns(start, open));
        Map<String, Long> before = Map.of();
        for (Both both : cells) {
            List<String> row = new ArrayList<>();
            row.add(
                    both.cell().params().equals(before)
                            ? ""
                            : PlainText.safe(Parameters.label(both.cell().params())));
            row.add(PlainText.safe(Series.name(both.cell().system(), both.cell().ordinaryCall(), both.sharesMemory())));
            if (start) {
                figure(row, both.p50Nanos(), NANOS_IN_A_MILLI);
            } else {
                figure(row, both.callsPerSecond(), 1);
                figure(row, both.p50Nanos(), NANOS_IN_A_MICRO);
            }
            if (open) {
                figure(row, both.p99Nanos(), NANOS_IN_A_MICRO);
                row.add(saturated(both));
            }
            rows.add(row);
            before = both.cell().params();
        }
        PlainText.align(out, rows);
    }

    private static List<String> columns(boolean start, boolean open) {
        if (start) {
            return List.of("", "system", "first answer ms, A", "B", "time B / A");
        }
        List<String> columns = new ArrayList<>(List.of(
                "", "system", open ? "achieved/s, A" : "calls/s, A", "B", "rate B / A", "p50 µs, A", "B", "p50 B / A"));
        if (open) {
            columns.addAll(List.of("p99 µs, A", "B", "p99 B / A", "saturated in"));
        }
        return columns;
    }

    private static String saturated(Both both) {
        return Stream.of(both.saturatedInFirst() ? "A" : "", both.saturatedInSecond() ? "B" : "")
                .filter(run -> !run.isEmpty())
                .collect(Collectors.joining(" and "));
    }

    private static void figure(List<String> row, Figure figure, double unit) {
        row.add(Numbers.rounded(figure.first() / unit));
        row.add(Numbers.rounded(figure.second() / unit));
        RatioText told = RatioText.of(figure.ratio(), new Spread(figure.ratio(), figure.ratio()), figure.difference());
        row.add(told.isDifference() ? told.words() : "%s (%s)".formatted(told.words(), told.beside()));
    }

    private static void alone(StringBuilder out, String run, List<One> cells) {
        if (!cells.isEmpty()) {
            out.append("\nmeasured in %s only:\n".formatted(run));
        }
        for (One cell : cells) {
            out.append("  %s %s, %s, %s: %s in the other\n"
                    .formatted(
                            PlainText.safe(cell.cell().suite()),
                            PlainText.safe(cell.cell().workload()),
                            PlainText.safe(Series.name(
                                    cell.cell().system(), cell.cell().ordinaryCall(), false)),
                            PlainText.safe(Parameters.label(cell.cell().params())),
                            PlainText.safe(cell.other())));
        }
    }
}
