package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results.Absent;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Verdict;
import dev.wherry.lab.results.WarmUp;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/** A cell, or a system that has none, in one line of text. */
public final class CellLine {
    private CellLine() {}

    public static String of(Absent absent) {
        return "%s: %s: %s; to install: %s"
                .formatted(absent.status(), absent.system(), absent.probe(), absent.install());
    }

    public static String of(Cell cell) {
        String name = Series.name(cell.system(), cell.ordinaryCall(), cell.sharesMemory());
        String what = "%-13s %s %s".formatted(name, cell.workload(), Parameters.words(cell.params()));
        if (cell.verdict() != Verdict.MEASURED) {
            return "%s  %s".formatted(what, cell.fate());
        }
        String marks = Table.marks(cell);
        return what
                + (cell.smoke() ? answered(cell) : figures(cell))
                + stability(cell)
                + (marks.isEmpty() ? "" : "  (%s)".formatted(marks));
    }

    /** So few calls on a cold machine show that it works, and nothing about its speed. */
    private static String answered(Cell cell) {
        return "  %d calls answered correctly"
                .formatted(cell.rounds().stream().mapToLong(Round::calls).sum());
    }

    private static String figures(Cell cell) {
        String figures = Measure.brief(cell.params()).stream()
                .map(measure -> "  %s %s".formatted(measure.column, Numbers.rounded(measure.median(cell))))
                .collect(Collectors.joining());
        Measure.Ratio ratio = Objects.requireNonNull(Measure.headline(cell.params()).ratio);
        return figures
                + cell.vsBaseline().stream()
                        .map(each ->
                                "  %s %s".formatted(RatioText.of(ratio, each).text(), each.system()))
                        .collect(Collectors.joining());
    }

    private static String stability(Cell cell) {
        WarmUp warmUp = cell.warmUp();
        return warmUp == null || !cell.neverStable()
                ? ""
                : String.format(
                        Locale.ROOT,
                        warmUp.jittered() ? "  (unsteady, after %.0f s)" : "  (not stable after %.0f s)",
                        warmUp.seconds());
    }
}
