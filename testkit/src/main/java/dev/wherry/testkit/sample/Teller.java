package dev.wherry.testkit.sample;

import dev.wherry.RegisterTypes;

/** Fails in whichever way it is made to. */
@RegisterTypes(Registered.class)
@FunctionalInterface
public interface Teller {
    int withdraw(int amount) throws Overdrawn;
}
