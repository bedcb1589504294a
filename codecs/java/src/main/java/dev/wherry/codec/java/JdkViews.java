package dev.wherry.codec.java;

import dev.wherry.codec.Snapshot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Copies of collections of the JDK that have no serial form, such as the key set of a map. Collections that do not notice a
 * change by another thread while they are written travel as copies too.
 */
final class JdkViews {
    private JdkViews() {}

    /** Returns whether a collection that changes meanwhile would be written too short, or with nulls that were never in it. */
    static boolean isUnguarded(Object object) {
        return object.getClass() == LinkedList.class || object.getClass() == ArrayDeque.class;
    }

    /** Returns the present elements of an unguarded collection. */
    @SuppressWarnings("JdkObsolete") // values of old classes travel too
    static Object guarded(Object object) {
        List<@Nullable Object> elements = Arrays.asList(Snapshot.of((Collection<?>) object));
        return object instanceof List<?> ? new LinkedList<>(elements) : new ArrayDeque<>(elements);
    }

    /** Null if it is none. */
    static @Nullable Object copy(Object object) {
        if (object.getClass().getClassLoader() != null || object.getClass().isHidden()) {
            return null;
        }
        return switch (object) {
            case SortedMap<?, ?> map -> new TreeMap<>(map);
            case Map<?, ?> map -> new LinkedHashMap<Object, Object>(map);
            case SortedSet<?> set -> new TreeSet<>(set);
            case Set<?> set -> new LinkedHashSet<Object>(set);
            case List<?> list -> new ArrayList<Object>(list);
            case BlockingQueue<?> queue -> new LinkedBlockingQueue<Object>(queue);
            case Queue<?> queue -> new ArrayDeque<Object>(queue);
            case Collection<?> collection -> new ArrayList<Object>(collection);
            case Map.Entry<?, ?> entry -> new java.util.AbstractMap.SimpleEntry<Object, Object>(entry);
            default -> null;
        };
    }
}
