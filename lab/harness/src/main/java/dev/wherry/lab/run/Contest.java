package dev.wherry.lab.run;

import dev.wherry.lab.LabException;
import dev.wherry.lab.Progress;
import dev.wherry.lab.results.Cell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * All systems at one point of the grid: each conforms and warms up, then they take turns, round by round. Where only answers
 * count there are no turns: twice as many run at once as there are processors, since some wait for a timer at each call.
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
        List<Callable<@Nullable Void>> all = new ArrayList<>();
        for (Bout bout : bouts) {
            all.add(() -> {
                conform(bout);
                warmUp(bout);
                for (int round = 1; round <= point.schedule().rounds(); round++) {
                    round(bout, round);
                }
                return null;
            });
        }
        try (ExecutorService some =
                Executors.newFixedThreadPool(2 * Runtime.getRuntime().availableProcessors())) {
            for (Future<@Nullable Void> each : some.invokeAll(all)) {
                each.get();
            }
        } catch (ExecutionException failed) {
            switch (Objects.requireNonNull(failed.getCause())) {
                case InterruptedException interrupted -> throw interrupted;
                case IOException unwritten -> throw unwritten;
                case LabException told -> throw told;
                case Throwable unforeseen -> throw new IllegalStateException(unforeseen);
            }
        }
    }

    private void inTurns() throws InterruptedException, IOException {
        for (Bout bout : bouts) {
            conform(bout);
        }
        if (!point.freshProcesses()) {
            for (Bout bout : bouts) {
                warmUp(bout);
            }
        }
        for (int round = 1; round <= point.schedule().rounds(); round++) {
            for (Bout bout : order(round)) {
                round(bout, round);
            }
        }
    }

    private void conform(Bout bout) throws InterruptedException, IOException {
        doing(bout, "checking the answers of");
        bout.conform();
    }

    private void warmUp(Bout bout) throws InterruptedException, IOException {
        doing(bout, "warming up");
        bout.warmUp();
    }

    private void round(Bout bout, int number) throws InterruptedException, IOException {
        doing(bout, "round %d of".formatted(number));
        bout.round(number);
    }

    /** Another system begins each round, so that none always follows the same neighbour's heat. */
    private List<Bout> order(int round) {
        List<Bout> order = new ArrayList<>(bouts);
        Collections.rotate(order, 1 - round);
        return order;
    }

    private synchronized void doing(Bout bout, String what) {
        if (bout.standing()) {
            progress.left(forecast.left());
            progress.doing("%s: %s %s %s"
                    .formatted(bout.system(), what, point.workload().name(), point.params()));
        }
    }
}
