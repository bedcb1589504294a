package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Printed;
import dev.wherry.lab.results.Printed.Per;
import dev.wherry.lab.results.Published;
import dev.wherry.lab.results.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table of the original beside today's in the same shape.
 *
 * @param plots of the averages
 * @param again the command that measures today's again
 */
record Sheets(String title, String remark, List<Plot> plots, List<Sheet> sheets, String again) {
    private static final String OF_CALLS =
            "A row for each number of calls in a loop. Today's figures are microseconds a call: the time of a round"
                    + " divided by its calls, the median over the rounds. As in the original, avrg and sdev are the"
                    + " average and the standard deviation over the rows. A first call (1st) has no loop: each is the one"
                    + " of another round, whose processes were new, and avrg and sdev are over all rounds.";
    private static final String OF_RUNS =
            "A row for each number of calls in a run. Today's figures are milliseconds a run, the average of the runs"
                    + " with the first one, and without it. A figure in brackets was not measured whole: a run was cut off"
                    + " when its time was over, and counts with the time of a call times the number of calls.";

    /** Of one suite with these cells, in the order of the original and not drawn; none of which nothing was measured. */
    static List<Sheets> of(Results results, Published published, List<Cell> cells, Series series) {
        return published.printed().stream()
                .flatMap(printed -> of(results, printed, Grid.closed(cells), series))
                .toList();
    }

    /**
     * The same with plots.
     *
     * @param id that nothing else on the page begins with
     */
    Sheets drawn(String id, Series series) {
        return new Sheets(title, remark, ThenAndNow.averages(id, sheets, series), sheets, again);
    }

    /** For the template. */
    boolean hasPlots() {
        return !plots.isEmpty();
    }

    private static Stream<Sheets> of(Results results, Printed printed, List<Cell> cells, Series series) {
        List<Cell> all =
                cells.stream().filter(cell -> Sheet.belongs(cell, printed)).toList();
        if (all.isEmpty()) {
            return Stream.empty();
        }
        List<Sheet> sheets = new ArrayList<>();
        sheets.add(Sheet.of(printed));
        var systems = Grid.group(all, series::name);
        if (printed.per() == Per.RUN) {
            sheets.add(Sheet.ofRuns(systems, printed));
        } else {
            systems.forEach((name, own) -> sheets.add(Sheet.ofCalls(name, own, all, printed)));
        }
        return Stream.of(new Sheets(
                printed.title(),
                printed.per() == Per.RUN ? OF_RUNS : OF_CALLS,
                List.of(),
                sheets,
                Repetition.of(results, all)));
    }
}
