package dev.wherry.testkit.simulation;

import java.util.Random;

/** Stands for the random generators of the JDK in woven classes: all numbers are those of the seed. */
public final class SimulatedRandom extends Random {
    private static final long serialVersionUID = 1;
    private static final SimulatedRandom ONE = new SimulatedRandom();

    /** As {@link java.util.concurrent.ThreadLocalRandom#current}. */
    public static SimulatedRandom current() {
        return ONE;
    }

    @Override
    protected int next(int bits) {
        return Scheduler.current().random().nextInt() >>> (32 - bits);
    }
}
