package dev.wherry.lab.run;

import dev.wherry.lab.LabException;
import dev.wherry.lab.Progress;
import dev.wherry.lab.results.Cell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * All systems at one point of the grid: each conforms and warms up, then they take turns, round by round. Where only answers
 * count there are no turns: as many run at once as there are processors.
 */
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
        if (point.answersOnly()) {
            atOnce();
        } else {
            inTurns();
        }
        return Comparer.compare(bouts.stream().map(Bout::cell).toList(), baseline);
    }

    /** Where only answers count nobody's figures can be disturbed. */
    private void atOnce() throws InterruptedException, IOException {
        progress.left(forecast.left());
        progress.doing("%s %s".formatted(point.workload().name(), point.params()));
        try (ExecutorService processors =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            List<Callable<@Nullable Void>> all = new ArrayList<>();
            for (Bout bout : bouts) {
                all.add(() -> {
                    bout.conform();
                    bout.warmUp();
                    for (int round = 1; round <= point.schedule().rounds(); round++) {
                        bout.round(round);
                    }
                    return null;
                });
            }
            for (Future<@Nullable Void> each : processors.invokeAll(all)) {
                each.get();
            }
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException unwritten) {
                throw unwritten;
            }
            throw failed.getCause() instanceof LabException told ? told : new IllegalStateException(failed.getCause());
        }
    }

    private void inTurns() throws InterruptedException, IOException {
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
                    .formatted(bout.system(), what, point.workload().name(), point.params()));
        }
    }
}
