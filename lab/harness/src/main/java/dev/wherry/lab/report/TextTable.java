package dev.wherry.lab.report;

import dev.wherry.lab.results.Absent;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Comparison;
import dev.wherry.lab.results.NoRate;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The results for a terminal: a table for each workload, then the verdicts and what is absent. */
final class TextTable {
    private static final String SMOKE = "Smoke run: correctness only; the figures mean nothing.\n";

    private TextTable() {}

    static String of(Results results) {
        Series series = new Series(results);
        StringBuilder out = new StringBuilder();
        if (results.smoke()) {
            out.append(SMOKE);
        }
        for (Grid grid : Grid.of(results.cells())) {
            workload(out, grid, series);
        }
        Grid.group(results.cells(), Subject::of)
                .forEach((subject, cells) -> results.published(subject.suite())
                        .ifPresent(published -> Sheets.of(results, published, cells, series)
                                .forEach(sheets -> sheets.text(out, subject.placement()))));
        out.append(Conclusions.text(results));
        if (!results.withoutRate().isEmpty()) {
            out.append("\nleft out, for an offered rate has no meaning there:\n");
        }
        for (NoRate one : results.withoutRate()) {
            out.append("  %s %s: %s\n".formatted(safe(one.suite()), safe(one.workload()), safe(one.reason())));
        }
        for (Absent absent : results.absent()) {
            out.append("\n%s: %s: %s\n  to install: %s\n"
                    .formatted(
                            safe(absent.status()),
                            safe(absent.system()),
                            safe(absent.probe()),
                            safe(absent.install())));
        }
        String loop = OwnLoop.text(results);
        if (!loop.isEmpty()) {
            out.append("\nthe lab's own loop, in every figure: %s\n".formatted(safe(loop)));
        }
        NotChosen.of(results)
                .forEach(each -> out.append("\nleft out of %s: %s\n".formatted(safe(each.suite()), safe(each.what()))));
        wrong(out, results, series);
        return out.toString();
    }

    /** Once more at the end, for whoever sees no more than a log's last lines. */
    private static void wrong(StringBuilder out, Results results, Series series) {
        List<Cell> cells = results.cells().stream().filter(Cell::wrong).toList();
        if (!cells.isEmpty()) {
            out.append("\nwent wrong:\n");
        }
        for (Cell cell : cells) {
            String trouble = safe(Table.trouble(cell));
            out.append("  %s %s, %s, %s: %s\n"
                    .formatted(
                            safe(Subject.of(cell).name(results)),
                            safe(cell.workload()),
                            safe(series.name(cell)),
                            safe(Parameters.label(cell.params())),
                            trouble.isEmpty() ? safe(cell.fate()) : trouble));
        }
    }

    private static void workload(StringBuilder out, Grid grid, Series series) {
        out.append("\n%s %s, placement %s\n".formatted(safe(grid.suite()), safe(grid.name()), safe(grid.placement())));
        if (grid.cells().stream().allMatch(cell -> cell.verdict() == Verdict.NOT_OFFERED)) {
            out.append("  offered by none of %s: %s\n"
                    .formatted(
                            each(grid, cell -> safe(series.name(cell)), ", "),
                            each(grid, cell -> safe(cell.why()), "; ")));
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        List<Measure> measures =
                grid.measures().stream().filter(TextTable::fits).toList();
        Measure.Ratio ratio = Objects.requireNonNull(grid.headline().ratio);
        rows.add(columns(
                "",
                "system",
                measures.stream().map(measure -> measure.column),
                ratio.title + " × " + safe(series.baseline()),
                "min – max"));
        grid.points().forEach((params, cells) -> {
            String label = safe(Parameters.label(params));
            for (Cell cell : cells) {
                if (!cell.rounds().isEmpty()) {
                    rows.add(row(label, cell, series, measures, ratio));
                    label = "";
                }
            }
        });
        align(out, rows);
        for (Cell cell : grid.cells()) {
            if (cell.rounds().isEmpty()) {
                out.append("  %s, %s: %s: %s\n"
                        .formatted(
                                safe(series.name(cell)),
                                safe(Parameters.label(cell.params())),
                                cell.verdict().label(),
                                safe(cell.why())));
            } else {
                remarks(cell)
                        .forEach(remark -> out.append("  %s, %s: %s\n"
                                .formatted(safe(series.name(cell)), safe(Parameters.label(cell.params())), remark)));
            }
        }
    }

    private static String each(Grid grid, Function<Cell, String> part, String between) {
        return grid.cells().stream().map(part).distinct().collect(Collectors.joining(between));
    }

    private static Stream<String> remarks(Cell cell) {
        return Stream.of(safe(Table.trouble(cell)), Capped.remark(cell), Saturated.remark(cell), Waits.remark(cell))
                .filter(remark -> !remark.isEmpty());
    }

    /** A terminal is narrow; the page has the rest. */
    private static boolean fits(Measure measure) {
        return measure != Measure.PER_CALLER
                && measure != Measure.WIRE
                && measure != Measure.LATE
                && !measure.isOfOneCaller();
    }

    private static List<String> row(
            String label, Cell cell, Series series, List<Measure> measures, Measure.Ratio ratio) {
        String compared = "";
        String spread = "";
        if (!cell.vsBaseline().isEmpty()) {
            Comparison comparison = cell.vsBaseline().getFirst();
            Told told = Told.of(ratio, comparison);
            compared = told.words();
            spread = told.beside();
        }
        return columns(
                label,
                safe(series.name(cell)),
                measures.stream().map(measure -> Numbers.rounded(measure.median(cell))),
                compared,
                spread);
    }

    private static List<String> columns(
            String label, String system, Stream<String> figures, String ratio, String spread) {
        return Stream.of(Stream.of(label, system), figures, Stream.of(ratio, spread))
                .flatMap(column -> column)
                .toList();
    }

    /** The first two columns to the left, figures to the right, the last one as it comes. */
    static void align(StringBuilder out, List<List<String>> rows) {
        int last = rows.getFirst().size() - 1;
        int[] widths = IntStream.rangeClosed(0, last)
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column <= last; column++) {
                String text = row.get(column);
                String padding = " ".repeat(widths[column] - text.length());
                line.append("  ").append(column < 2 || column == last ? text + padding : padding + text);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
    }

    /** Without control characters: what a terminal would obey is shown as a question mark. */
    static String safe(String text) {
        return text.replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
    }
}
