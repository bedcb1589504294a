package dev.wherry.lab.report;

import static dev.wherry.lab.report.PlainText.safe;

import dev.wherry.lab.report.Chapter.Subject;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.Absent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** A run in a few lines for a terminal: the headline figure of each point, the verdicts, and what went wrong. The page has the rest. */
final class Summary {
    private static final int POINTS = 10;
    private static final String SMOKE = "Smoke run: correctness only; the figures mean nothing.\n";

    private Summary() {}

    static String of(Results results) {
        Series series = new Series(results);
        StringBuilder out = new StringBuilder(results.smoke() ? SMOKE : "");
        List<String> points = new ArrayList<>();
        for (Grid grid : Grid.of(results.cells())) {
            grid.points()
                    .forEach((params, cells) -> points.add("%s %s, %s: %s"
                            .formatted(
                                    safe(results.name(grid.suite(), grid.placement())),
                                    safe(grid.name()),
                                    safe(Parameters.label(params)),
                                    cells.stream()
                                            .map(cell -> figure(cell, grid.headline(), series))
                                            .collect(Collectors.joining("; ")))));
        }
        points.stream().limit(POINTS).forEach(point -> out.append(point).append('\n'));
        if (points.size() > POINTS) {
            out.append("and %d points more\n".formatted(points.size() - POINTS));
        }
        Conclusions.of(results)
                .forEach((suite, conclusions) -> out.append(
                        "%s, conclusions of its original: %s\n".formatted(safe(suite), conclusions.count())));
        for (Absent absent : results.absent()) {
            out.append("%s: %s: %s; to install: %s\n"
                    .formatted(
                            safe(absent.status()),
                            safe(absent.system()),
                            safe(absent.probe()),
                            safe(absent.install())));
        }
        results.cells().stream().filter(Cell::wrong).forEach(cell -> {
            String trouble = safe(Table.trouble(cell));
            out.append("went wrong: %s %s, %s, %s: %s\n"
                    .formatted(
                            safe(Subject.of(cell).name(results)),
                            safe(cell.workload()),
                            safe(series.name(cell)),
                            safe(Parameters.label(cell.params())),
                            trouble.isEmpty() ? safe(cell.fate()) : trouble));
        });
        return out.toString();
    }

    private static String figure(Cell cell, Measure measure, Series series) {
        String name = safe(series.name(cell));
        if (cell.rounds().isEmpty()) {
            return "%s %s".formatted(name, cell.verdict().label());
        }
        String ratio = cell.vsBaseline().stream()
                .map(comparison -> {
                    RatioText told = RatioText.of(Objects.requireNonNull(measure.ratio), comparison);
                    return " (%s)".formatted(told.isDifference() ? told.words() : told.words() + ", " + told.beside());
                })
                .collect(Collectors.joining());
        return "%s %s %s%s%s"
                .formatted(
                        name,
                        Numbers.rounded(measure.median(cell)),
                        measure.unit,
                        ratio,
                        cell.capped() ? ", capped" : cell.saturated() ? ", saturated" : "");
    }
}
