package dev.wherry.testkit.simulation.world;

import dev.wherry.internal.invoke.Stubs;
import dev.wherry.testkit.simulation.SimulatedCleaner;

/** Tells the simulated garbage collector that a stub is no longer used. */
final class Garbage {
    private Garbage() {}

    static void drop(Object stub) {
        SimulatedCleaner.collect(Stubs.requireTarget(stub));
    }
}
