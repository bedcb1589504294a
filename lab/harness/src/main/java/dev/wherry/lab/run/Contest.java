package dev.wherry.lab.run;

import dev.wherry.lab.plan.Progress;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Parameters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All systems at one point of the grid: each conforms and warms up, then they take turns, round by round. */
final class Contest {
    private final Point point;
    private final Progress progress;
    private final Forecast forecast;
    private final List<Bout> bouts;

    Contest(Point point, List<Contender> contenders, Warmer warmer, Progress progress, Forecast forecast) {
        this.point = point;
        this.progress = progress;
        this.forecast = forecast;
        bouts = contenders.stream()
                .map(contender -> new Bout(contender, point, warmer))
                .toList();
    }

    List<Cell> hold(@Nullable String baseline) throws InterruptedException, IOException {
        for (Bout bout : bouts) {
            doing(bout, "checking the answers of");
            bout.conform();
        }
        if (!point.freshProcesses()) {
            for (Bout bout : bouts) {
                doing(bout, "warming up");
                bout.warmUp();
            }
        }
        for (int round = 1; round <= point.schedule().rounds(); round++) {
            for (Bout bout : order(round)) {
                doing(bout, "round %d of".formatted(round));
                bout.round(round);
            }
        }
        Cell base = bouts.stream()
                .filter(bout -> bout.system().equals(baseline))
                .findFirst()
                .map(Bout::cell)
                .orElse(null);
        return bouts.stream().map(bout -> bout.cellBeside(base)).toList();
    }

    /** Another system begins each round, so that none always follows the same neighbour's heat. */
    private List<Bout> order(int round) {
        List<Bout> order = new ArrayList<>(bouts);
        Collections.rotate(order, 1 - round);
        return order;
    }

    private void doing(Bout bout, String what) {
        if (bout.standing()) {
            progress.left(forecast.left());
            progress.doing("%s: %s %s %s"
                    .formatted(bout.system(), what, point.workload().name(), Parameters.words(point.params())));
        }
    }
}
