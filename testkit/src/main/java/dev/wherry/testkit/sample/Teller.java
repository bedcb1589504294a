package dev.wherry.testkit.sample;

import dev.wherry.Registers;

/** Fails in whichever way it is made to. */
@Registers(Registered.class)
@FunctionalInterface
public interface Teller {
    int withdraw(int amount) throws Overdrawn;
}
