package dev.wherry.testkit.sample;

import dev.wherry.ByReference;

/** What is called back. */
@ByReference
@FunctionalInterface
public interface Watcher {
    int seen(int number);
}
