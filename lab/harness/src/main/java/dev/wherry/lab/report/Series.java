package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The systems of a run by their names in plots and tables, each with its colour and shape. */
final class Series {
    private static final String SAME_HOST = ", same host";
    private static final String ORDINARY_CALL = ", ordinary call";

    private final String baseline;
    private final List<String> names = new ArrayList<>();

    Series(Results results) {
        String base = results.baseline();
        boolean shares = results.cells().stream().anyMatch(cell -> cell.system().equals(base) && cell.sharesMemory());
        baseline = base == null ? "" : shares ? base + SAME_HOST : base;
        results.cells().stream().map(this::name).distinct().forEach(names::add);
    }

    /**
     * The system's folder name; a suite has one mode on a page, and a chapter one placement. A system that shares memory
     * has the addition that it does so on one host. One that made ordinary calls instead of shipped tasks has that
     * addition.
     */
    String name(Cell cell) {
        return name(cell.system(), cell.ordinaryCall(), cell.sharesMemory());
    }

    /** Returns the name for these properties of a cell. */
    static String name(String system, @Nullable String ordinaryCall, boolean sharesMemory) {
        return system + (ordinaryCall == null ? "" : ORDINARY_CALL) + (sharesMemory ? SAME_HOST : "");
    }

    /** Returns the name of the baseline; empty if there is none. */
    String baseline() {
        return baseline;
    }

    int slot(String name) {
        return names.indexOf(name);
    }

    List<String> names() {
        return List.copyOf(names);
    }
}
