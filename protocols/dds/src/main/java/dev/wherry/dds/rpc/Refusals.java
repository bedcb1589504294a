package dev.wherry.dds.rpc;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/** The interfaces whose refused methods were reported, each once in this process. */
final class Refusals {
    private static final Set<Class<?>> REPORTED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private Refusals() {}

    /** Returns whether this is the first call for an interface. */
    static boolean isFirst(Class<?> type) {
        return REPORTED.add(type);
    }
}
