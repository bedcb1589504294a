package dev.wherry.testkit.faults;

import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A sequence of faults, which is the same for the same seed. The test decides when one happens:
 *
 * {@snippet :
 * RandomFaults faults = new RandomFaults(seed);
 * for (int i = 0; i < 100; i++) {
 *     Fault fault = faults.strike(relay);
 *     // calls, and what must hold during this fault
 *     relay.heal();
 *     // what must hold again
 * }
 * }
 */
public final class RandomFaults {
    private final long seed;
    private final List<Fault> chosen;
    private final Random random;
    private int count;

    /** Chooses among all faults that lose, delay or break, but corrupt no byte. */
    public RandomFaults(long seed) {
        this(seed, EnumSet.complementOf(EnumSet.of(Fault.CORRUPT)));
    }

    /**
     * Chooses among some faults, each as often as the others.
     *
     * @throws IllegalArgumentException if there are none
     */
    public RandomFaults(long seed, Set<Fault> among) {
        if (among.isEmpty()) {
            throw new IllegalArgumentException("There is no fault to choose");
        }
        this.seed = seed;
        chosen = List.copyOf(EnumSet.copyOf(among));
        random = new Random(seed);
    }

    /** Lets the next fault happen. Returns which one it is. It goes on until {@link FaultyRelay#heal()}. */
    public Fault strike(FaultyRelay relay) {
        Fault fault = chosen.get(random.nextInt(chosen.size()));
        fault.strike(relay, random);
        count++;
        return fault;
    }

    /** Returns the seed and the number of faults so far, for messages of tests. */
    @Override
    public String toString() {
        return count + " faults of seed " + seed;
    }
}
