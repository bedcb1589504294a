package dev.wherry.testkit.simulation.world;

import dev.wherry.internal.invoke.Stubs;
import dev.wherry.testkit.simulation.SimulatedCleaner;

/** Gives stubs that are no longer used to the simulated garbage collector. */
final class Garbage {
    private Garbage() {}

    static void drop(Object stub) {
        SimulatedCleaner.collect(Stubs.requireTarget(stub));
    }
}
