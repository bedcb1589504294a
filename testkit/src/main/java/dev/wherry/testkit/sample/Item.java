package dev.wherry.testkit.sample;

import dev.wherry.ByReference;

/** An object that is passed by reference. */
@ByReference
@FunctionalInterface
public interface Item {
    String name();
}
