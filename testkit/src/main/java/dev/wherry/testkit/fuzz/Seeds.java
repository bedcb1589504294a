package dev.wherry.testkit.fuzz;

import java.util.Random;

/** Creates random numbers from seeds. */
final class Seeds {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private Seeds() {}

    /** Returns a random number generator. Consecutive seeds give different first numbers. */
    static Random random(long seed) {
        return new Random(seed * SPREAD);
    }

    /** Returns the size of a message, which is mostly small. */
    static int size(Random random) {
        return random.nextInt(20, random.nextInt(10) == 0 ? 40_000 : 4_000);
    }
}
