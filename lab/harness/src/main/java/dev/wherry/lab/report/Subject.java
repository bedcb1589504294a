package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;

/** What a chapter is about: a suite at one placement, since no figure of one stands beside a figure of another. */
record Subject(String suite, String placement) {
    static Subject of(Cell cell) {
        return new Subject(cell.suite(), cell.placement());
    }

    /** The suite's name, with the placement where the suite has several. */
    String name(Results results) {
        return results.name(suite, placement);
    }

    /** A title of the suite, likewise. */
    String titled(String title, Results results) {
        return name(results).equals(suite) ? title : "%s, placement %s".formatted(title, placement);
    }
}
