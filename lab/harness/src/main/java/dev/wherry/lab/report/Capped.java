package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;

/** Cells whose rounds were over before all their calls were made. */
final class Capped {
    private Capped() {}

    /** SideBySide a figure; empty where there is nothing to say. */
    static String mark(Cell cell) {
        return cell.capped() ? "capped" : "";
    }

    /** In a sentence of its own; empty likewise. */
    static String remark(Cell cell) {
        return cell.capped() ? "capped: its time was over before all its calls were made" : "";
    }
}
