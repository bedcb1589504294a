package dev.wherry.lab.run;

import dev.wherry.lab.plan.Progress;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Parameters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All systems at one point of the grid: each is checked and warmed up, then they take turns, round by round. */
final class GridPointRun {
    private final Point point;
    private final Progress progress;
    private final List<CellRun> cells;

    GridPointRun(Point point, List<SystemUnderTest> systems, Warmer warmer, Progress progress) {
        this.point = point;
        this.progress = progress;
        cells = systems.stream()
                .map(system -> new CellRun(system, point, warmer))
                .toList();
    }

    List<Cell> measure(@Nullable String baseline) throws InterruptedException, IOException {
        for (CellRun cell : cells) {
            doing(cell, "checking the answers of");
            cell.conform();
        }
        if (!point.freshProcesses()) {
            for (CellRun cell : cells) {
                doing(cell, "warming up");
                cell.warmUp();
            }
        }
        for (int round = 1; round <= point.schedule().rounds(); round++) {
            for (CellRun cell : order(round)) {
                doing(cell, "round %d of".formatted(round));
                cell.round(round);
            }
        }
        Cell base = cells.stream()
                .filter(cell -> cell.system().equals(baseline))
                .findFirst()
                .map(CellRun::cell)
                .orElse(null);
        return cells.stream().map(cell -> cell.cellBeside(base)).toList();
    }

    /** Another system begins each round, so that none always runs after the same one. */
    private List<CellRun> order(int round) {
        List<CellRun> order = new ArrayList<>(cells);
        Collections.rotate(order, 1 - round);
        return order;
    }

    private void doing(CellRun cell, String what) {
        if (cell.canGoOn()) {
            progress.doing("%s: %s %s %s"
                    .formatted(cell.system(), what, point.workload().name(), Parameters.words(point.params())));
        }
    }
}
