package dev.wherry.codec.java;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The JDK's collections that have no serial form of their own, such as the key set of a map, travel as copies. */
final class JdkViews {
    private JdkViews() {}

    /** Null if it is none. */
    static @Nullable Object copy(Object object) {
        if (object.getClass().getClassLoader() != null || object.getClass().isHidden()) {
            return null;
        }
        return switch (object) {
            case SortedMap<?, ?> map -> sorted(map);
            case Map<?, ?> map -> new LinkedHashMap<Object, Object>(map);
            case SortedSet<?> set -> sorted(set);
            case Set<?> set -> new LinkedHashSet<Object>(set);
            case List<?> list -> new ArrayList<Object>(list);
            case Collection<?> collection -> new ArrayList<Object>(collection);
            case Map.Entry<?, ?> entry -> new java.util.AbstractMap.SimpleEntry<Object, Object>(entry);
            default -> null;
        };
    }

    @SuppressWarnings("unchecked") // the elements came out of a set with this very order
    private static Object sorted(SortedSet<?> set) {
        TreeSet<Object> copy = new TreeSet<>((Comparator<Object>) set.comparator());
        copy.addAll(set);
        return copy;
    }

    @SuppressWarnings("unchecked") // the keys came out of a map with this very order
    private static Object sorted(SortedMap<?, ?> map) {
        TreeMap<Object, Object> copy = new TreeMap<>((Comparator<Object>) map.comparator());
        copy.putAll(map);
        return copy;
    }
}
