package dev.wherry.testkit.codec;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The names of the canary classes that have been initialized. */
final class Canaries {
    static final Set<String> INITIALIZED = ConcurrentHashMap.newKeySet();

    private Canaries() {}
}
