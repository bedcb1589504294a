package dev.wherry.testkit.simulation;

import dev.wherry.testkit.simulation.world.World;
import java.util.Map;
import java.util.function.BiFunction;

/** Runs the simulation of one seed. Its class is the one of a {@link WeavingLoader}, which other code uses by this interface. */
public final class Simulation implements BiFunction<Long, Boolean, Map<String, Object>> {
    /** These runs fill the caches of Wherry, so that a later run takes the same way in every process. */
    private static final int FIRST_RUNS = 3;

    private boolean prepared;

    public Simulation() {
        for (long seed = 1; seed <= FIRST_RUNS; seed++) {
            try {
                apply(seed, false);
            } catch (AssertionError e) {
                continue; // it fails again when it is run for its own sake
            }
        }
        prepared = true;
    }

    /**
     * Runs a seed.
     *
     * @param printed whether to return the text of the trace
     * @return the hash of its trace, its text, and what happened how often
     */
    @Override
    public Map<String, Object> apply(Long seed, Boolean printed) {
        Trace trace = new Trace(printed);
        Scheduler scheduler = new Scheduler(seed, trace);
        try {
            World world = new World(seed);
            scheduler.runUntilEnded(SimulatedThread.start("the simulation", "main", world));
            Map<String, Object> result = world.counts();
            result.put("hash", trace.hash());
            result.put("steps", trace.steps());
            result.put("seconds", (scheduler.now() - Scheduler.START) / 1_000_000_000);
            result.put("trace", trace.text());
            return result;
        } catch (Throwable e) {
            Throwable cause = e.getCause() != null && e.getCause().getCause() != null
                    ? e.getCause().getCause()
                    : e;
            throw new AssertionError(
                    "Seed " + seed + " fails; -Dsimulation.seed=" + seed + " prints its trace\n" + cause.getMessage()
                            + "\n" + trace.text(),
                    e);
        } finally {
            scheduler.close();
            SimulatedCleaner.clear(!prepared);
        }
    }
}
