package dev.wherry.testkit.sample;

import dev.wherry.RegisterTypes;

/** A service whose method throws the exception that a test chooses. */
@RegisterTypes(Registered.class)
@FunctionalInterface
public interface Teller {
    int withdraw(int amount) throws Overdrawn;
}
