package dev.wherry.testkit.sample;

import dev.wherry.ByReference;

/** Stays where it is. */
@ByReference
@FunctionalInterface
public interface Item {
    String name();
}
