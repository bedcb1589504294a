package dev.wherry.testkit.sample;

import dev.wherry.ByReference;

/** An object that servers call back. */
@ByReference
@FunctionalInterface
public interface Watcher {
    int seen(int number);
}
