package dev.wherry.lab.run;

import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.results.Cell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs stages that have one system each before they are asked for: some systems at once, each of which goes
 * through its own in order. For runs whose figures mean nothing.
 */
final class Readahead implements AutoCloseable {
    /** Some wait for a timer at each call, so there is work for the processors only with more than these. */
    private static final int AT_ONCE = 2 * Runtime.getRuntime().availableProcessors();

    private final ExecutorService systems = Executors.newFixedThreadPool(AT_ONCE);
    private final IdentityHashMap<Stage, CompletableFuture<List<Cell>>> held = new IdentityHashMap<>();

    /** Holds one stage's. */
    interface Holder {
        List<Cell> hold(Stage stage) throws InterruptedException, IOException;
    }

    Readahead(List<Stage> stages, Holder holder) {
        Map<List<SystemUnderTest>, List<Stage>> bySystem = new LinkedHashMap<>();
        for (Stage stage : stages) {
            held.put(stage, new CompletableFuture<>());
            bySystem.computeIfAbsent(stage.systems(), _ -> new ArrayList<>()).add(stage);
        }
        bySystem.forEach((system, own) -> systems.execute(() -> hold(system, own, holder)));
    }

    private void hold(List<SystemUnderTest> system, List<Stage> own, Holder holder) {
        try {
            for (Stage stage : own) {
                cells(stage).complete(holder.hold(stage));
            }
        } catch (InterruptedException | IOException | RuntimeException | Error failed) {
            own.forEach(stage -> cells(stage).completeExceptionally(failed)); // but for those that are there
        } finally {
            system.forEach(SystemUnderTest::close);
        }
    }

    private CompletableFuture<List<Cell>> cells(Stage stage) {
        return Objects.requireNonNull(held.get(stage));
    }

    /** The cells of a stage, once they are there. */
    List<Cell> of(Stage stage) throws InterruptedException, IOException {
        if (Thread.interrupted()) { // what is there already is given out without a look at that
            throw new InterruptedException();
        }
        try {
            return cells(stage).get();
        } catch (ExecutionException failed) {
            switch (Objects.requireNonNull(failed.getCause())) {
                case InterruptedException interrupted -> throw interrupted;
                case IOException unwritten -> throw unwritten;
                case LabException told -> throw told;
                case Throwable unforeseen -> throw new IllegalStateException(unforeseen);
            }
        }
    }

    /** Ends what is still going on; where all cells are there, that is the last systems' orderly end. */
    @Override
    public void close() {
        if (!held.values().stream().allMatch(CompletableFuture::isDone)) {
            systems.shutdownNow();
        }
        systems.close();
    }
}
