package dev.wherry.testkit.codec;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which canaries have been initialised. */
final class Canaries {
    static final Set<String> SINGING = ConcurrentHashMap.newKeySet();

    private Canaries() {}
}
