package dev.wherry.testkit.fuzz;

import java.util.Random;

/** Random numbers from seeds. */
final class Seeds {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private Seeds() {}

    /** What seeds side by side begin with differs. */
    static Random random(long seed) {
        return new Random(seed * SPREAD);
    }

    /** The size of a message: mostly small. */
    static int size(Random random) {
        return random.nextInt(20, random.nextInt(10) == 0 ? 40_000 : 4_000);
    }
}
