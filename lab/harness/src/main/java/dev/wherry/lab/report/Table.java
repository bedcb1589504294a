package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Comparison;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures of one workload: a group of rows for each setting of the parameters, a row for each system. */
record Table(String caption, List<String> columns, List<Point> points, String notOffered) {
    record Point(String label, int width, List<Row> rows) {}

    /** A system's figures, or why there are none. */
    record Row(
            String system, List<Figure> figures, @Nullable Why why) {}

    record Figure(String value, String spread, boolean undecided, String trouble) {}

    record Why(int span, String verdict, String text) {}

    static Table of(Grid grid, Series series, @Nullable String baseline) {
        boolean compared =
                grid.cells().stream().anyMatch(cell -> !cell.vsBaseline().isEmpty());
        List<String> columns = new ArrayList<>();
        for (Measure measure : grid.measures()) {
            columns.add(measure.column);
            if (compared && measure.ratio != null) {
                columns.add(measure.ratio.title + " × " + series.baseline());
            }
        }
        List<Point> points = grid.points().entrySet().stream()
                .map(point -> new Point(
                        Parameters.label(point.getKey()),
                        columns.size() + 1,
                        point.getValue().stream()
                                .filter(cell -> cell.verdict() != Verdict.NOT_OFFERED)
                                .map(cell -> row(cell, series, baseline, grid, compared, columns.size()))
                                .toList()))
                .toList();
        return new Table(
                "Medians over the rounds; beneath them the least and the greatest",
                columns,
                points.stream().filter(point -> !point.rows().isEmpty()).toList(),
                notOffered(grid, series));
    }

    private static String notOffered(Grid grid, Series series) {
        return grid.cells().stream()
                .filter(cell -> cell.verdict() == Verdict.NOT_OFFERED)
                .map(series::name)
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private static Row row(
            Cell cell, Series series, @Nullable String baseline, Grid grid, boolean compared, int width) {
        String name = series.name(cell);
        if (cell.rounds().isEmpty()) {
            return new Row(name, List.of(), new Why(width, cell.verdict().label(), cell.why()));
        }
        Comparison comparison =
                cell.vsBaseline().isEmpty() ? null : cell.vsBaseline().getFirst();
        Figure unrelated = new Figure(cell.system().equals(baseline) ? "baseline" : "–", "", false, "");
        List<Figure> figures = new ArrayList<>();
        for (Measure measure : grid.measures()) {
            figures.add(new Figure(
                    Numbers.rounded(measure.median(cell)),
                    Numbers.spread(measure.spread(cell)),
                    false,
                    measure == grid.headline() ? marks(cell) : ""));
            if (compared && measure.ratio != null) {
                figures.add(comparison == null ? unrelated : ratio(measure.ratio, comparison));
            }
        }
        return new Row(name, figures, null);
    }

    private static Figure ratio(Measure.Ratio ratio, Comparison comparison) {
        RatioText text = RatioText.of(ratio, comparison);
        return new Figure(text.words(), text.beside(), !text.isDifference(), "");
    }

    /** Returns what a reader has to know of the figures; empty if that is nothing. */
    static String marks(Cell cell) {
        return Stream.of(trouble(cell), capped(cell), cell.saturated() ? "saturated" : "")
                .filter(mark -> !mark.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** Returns the mark of a figure that is of fewer calls than were asked for. */
    static String capped(Cell cell) {
        return cell.capped() ? "capped" : "";
    }

    private static String firstFailure(Cell cell) {
        return cell.rounds().stream()
                .map(Round::firstFailure)
                .filter(Objects::nonNull)
                .flatMap(String::lines)
                .findFirst()
                .map(" (the first: %s)"::formatted)
                .orElse("");
    }

    /** Describes the calls that went wrong in timed rounds, and whether a later round failed. */
    static String trouble(Cell cell) {
        long failed = cell.rounds().stream().mapToLong(round -> round.failed()).sum();
        long missing =
                cell.rounds().stream().mapToLong(round -> round.missing()).sum();
        long duplicates =
                cell.rounds().stream().mapToLong(round -> round.duplicates()).sum();
        return Stream.of(
                        cell.rounds().isEmpty() || cell.verdict() == Verdict.MEASURED
                                ? ""
                                : cell.verdict().label() + " in a later round",
                        failed == 0 ? "" : failed + " calls failed" + firstFailure(cell),
                        missing == 0 ? "" : missing + " calls unanswered",
                        duplicates == 0 ? "" : duplicates + " executed twice")
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
