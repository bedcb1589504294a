package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Verdict;
import dev.wherry.lab.results.WarmUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a reader has to know before believing a figure. */
record Notice(String headline, String text, boolean hasItems, List<String> items) {
    /** Above this, something besides the lab was running when the run began. */
    private static final double IDLE = 0.5;

    static List<Notice> of(Results results, Series series) {
        boolean smoke = results.preset().equals("smoke");
        List<Notice> notices = new ArrayList<>();
        List<Cell> cells = results.cells();
        add(
                notices,
                cells.stream().filter(cell -> !Table.trouble(cell).isEmpty()).toList(),
                "Some timed calls went wrong.",
                "The figures beside them are of the calls that were answered.",
                cell -> described(cell, series) + ": " + Table.trouble(cell));
        add(
                notices,
                cells.stream().filter(Notice::undecided).toList(),
                "Some ratios cannot be told from 1.",
                "Taken round by round, the ratio was on both sides of 1: in these this run does not say which is faster.",
                cell -> described(cell, series) + ": " + ratios(cell));
        if (!smoke && cells.stream().anyMatch(cell -> cell.rounds().size() == 1)) {
            notices.add(plain(
                    "Only one round.",
                    "A cell with one round has no spread, so nothing says how far its figures can be trusted."));
        }
        if (!smoke) {
            add(
                    notices,
                    cells.stream().filter(Notice::neverStable).toList(),
                    "Some systems were still changing speed after their warm-up.",
                    "Their warm-up ran into its time limit.",
                    cell -> described(cell, series));
        }
        if (results.baseline() != null
                && cells.stream().allMatch(cell -> cell.vsBaseline().isEmpty())) {
            notices.add(plain(
                    "No ratios.",
                    "The baseline %s was not measured beside any other system.".formatted(results.baseline())));
        }
        double load = results.machine().loadAverage();
        if (load > IDLE) {
            notices.add(plain(
                    "The machine was busy.",
                    String.format(
                            Locale.ROOT,
                            "Its load average was %.1f when the run began, so something else took part of the processor.",
                            load)));
        }
        add(
                notices,
                cells.stream()
                        .filter(lacking(Verdict.DID_NOT_CONFORM).or(lacking(Verdict.FAILED)))
                        .toList(),
                "Some systems were not measured in some workloads.",
                "The reasons stand under Not measured.",
                cell -> described(cell, series) + ": " + Table.said(cell.verdict()));
        return List.copyOf(notices);
    }

    private static void add(
            List<Notice> notices, List<Cell> cells, String headline, String text, Function<Cell, String> item) {
        if (!cells.isEmpty()) {
            notices.add(
                    new Notice(headline, text, true, cells.stream().map(item).toList()));
        }
    }

    private static Notice plain(String headline, String text) {
        return new Notice(headline, text, false, List.of());
    }

    private static Predicate<Cell> lacking(Verdict verdict) {
        return cell -> cell.rounds().isEmpty() && cell.verdict() == verdict;
    }

    private static boolean neverStable(Cell cell) {
        WarmUp warmUp = cell.warmUp();
        return warmUp != null && !warmUp.stable() && cell.mode().equals("corrected");
    }

    private static boolean undecided(Cell cell) {
        return !ratios(cell).isEmpty();
    }

    /** Those whose spread includes 1. */
    private static String ratios(Cell cell) {
        return cell.vsBaseline().stream()
                .flatMap(comparison -> Measure.of(cell.params()).stream()
                        .map(measure -> measure.ratio)
                        .filter(Objects::nonNull)
                        .filter(ratio -> Numbers.includesOne(ratio.spread(comparison)))
                        .map(ratio -> "%s %s (%s)"
                                .formatted(
                                        ratio.title,
                                        Numbers.ratio(ratio.of(comparison)),
                                        Numbers.ratios(ratio.spread(comparison)))))
                .collect(Collectors.joining("; "));
    }

    private static String described(Cell cell, Series series) {
        return "%s, %s %s, %s".formatted(series.name(cell), cell.suite(), cell.workload(), Work.label(cell.params()));
    }
}
