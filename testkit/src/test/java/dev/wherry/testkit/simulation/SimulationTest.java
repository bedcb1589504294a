package dev.wherry.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Whole endpoints on simulated threads, a simulated clock and a simulated network. Each seed is one run, which can be repeated:
 * {@code -Dsimulation.seed=N} runs one and prints its trace. {@code -Dsimulation.seeds=N} sets how many the long tier runs.
 */
final class SimulationTest {
    private static final int MOST_REPORTED = 5;
    private static final Logger LOG = Logger.getLogger("dev.wherry");

    private static BiFunction<Long, Boolean, Map<String, Object>> simulation;

    @BeforeAll
    static void weave() {
        LOG.setLevel(Level.OFF); // endpoints log each link that breaks
        simulation = simulation();
    }

    @AfterAll
    static void log() {
        LOG.setLevel(null);
    }

    /** Returns a simulation with classes of its own. */
    @SuppressWarnings("unchecked")
    private static BiFunction<Long, Boolean, Map<String, Object>> simulation() {
        WeavingLoader loader = new WeavingLoader();
        loader.initialize(WeavingLoader.classesBeside(Endpoint.class));
        try {
            return (BiFunction<Long, Boolean, Map<String, Object>>) loader.loadClass(Simulation.class.getName())
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs some seeds, and reports the first that fail. Returns how many calls were made. */
    private static long run(long first, long last) {
        List<String> failures = new ArrayList<>();
        long calls = 0;
        for (long seed = first; seed <= last && failures.size() < MOST_REPORTED; seed++) {
            try {
                calls += (long) simulation.apply(seed, false).get("calls");
            } catch (AssertionError e) {
                failures.add(e.getMessage());
            }
        }
        assertThat(failures).isEmpty();
        return calls;
    }

    @Test
    void endpointsKeepTheirPromises() {
        assertThat(run(1, 150)).as("calls").isGreaterThan(3_000);
    }

    /** On one thread, since two would wait for monitors of the JDK that they share. */
    @Test
    @Tag("long")
    void endpointsKeepTheirPromisesWithManySeeds() {
        long seeds = Long.getLong("simulation.seeds", 10_000);
        assertThat(run(1, seeds)).as("calls").isGreaterThan(20 * seeds);
    }

    @Test
    void runsOfOneSeedAreEqual() {
        BiFunction<Long, Boolean, Map<String, Object>> other = simulation();
        for (long seed = 1; seed <= 10; seed++) {
            Object hash = simulation.apply(seed, false).get("hash");
            assertThat(simulation.apply(seed, false).get("hash"))
                    .as("seed %d again", seed)
                    .isEqualTo(hash);
            assertThat(other.apply(seed, true).get("hash"))
                    .as("seed %d elsewhere", seed)
                    .isEqualTo(hash);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "simulation.seed", matches = "-?\\d+")
    @SuppressWarnings("SystemOut") // for this it is run
    void runsOneSeed() {
        System.out.println(
                simulation.apply(Long.getLong("simulation.seed"), true).get("trace"));
    }
}
