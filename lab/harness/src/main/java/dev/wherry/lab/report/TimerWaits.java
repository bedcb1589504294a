package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Timer;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Cells whose figures are those of a timer, and not of the system. */
final class TimerWaits {
    private TimerWaits() {}

    /** SideBySide a figure; empty where there is nothing to say. */
    static String mark(Cell cell) {
        return cell.timer() == null ? "" : "a timer";
    }

    /** In a sentence of its own; empty likewise. */
    static String remark(Cell cell) {
        return cell.timer() == null
                ? ""
                : "waits most of its time for " + cell.timer().text();
    }

    static List<Cell> of(List<Cell> cells) {
        return cells.stream().filter(cell -> cell.timer() != null).toList();
    }

    /** What the timers of these cells are. */
    static String text(List<Cell> cells) {
        return "Most of their time is spent waiting for %s. These figures show what that timer is set to, and little else."
                .formatted(cells.stream()
                        .map(Cell::timer)
                        .filter(Objects::nonNull)
                        .distinct()
                        .map(Timer::text)
                        .collect(Collectors.joining(", or for ")));
    }
}
