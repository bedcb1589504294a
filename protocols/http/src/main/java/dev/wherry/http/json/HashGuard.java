package dev.wherry.http.json;

import java.util.HashMap;
import java.util.Map;

/** Refuses keys and elements of one hash code, which would make a hash table as slow as a list. */
final class HashGuard {
    /** The most of one hash code. Values of usual classes come nowhere near. */
    private static final int MOST = 64;

    private final Map<Integer, Integer> counts = new HashMap<>();

    void add(Object value, JsonInput from) {
        if (counts.merge(value.hashCode(), 1, Integer::sum) > MOST) {
            throw from.problem("more than " + MOST + " keys or elements have one hash code");
        }
    }

    /** Returns whether a hash table orders keys of this class where their hash codes are equal. */
    static boolean isNeeded(Class<?> type) {
        return !(Comparable.class.isAssignableFrom(type) && (type.getName().startsWith("java.") || type.isEnum()));
    }
}
