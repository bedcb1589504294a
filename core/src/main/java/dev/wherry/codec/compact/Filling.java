package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;

/** Puts elements that are whole into containers that hash or compare them, unless they were made to collide. */
public final class Filling {
    /** Keys of one hash that no container can order, so that each look-up walks them all. */
    private static final int MOST_COLLIDING = 64;

    /** Elements of a set that looks at each of them whenever one is added. */
    private static final int MOST_SEARCHED = 5_000;

    private Filling() {}

    public static void fill(Collection<@Nullable Object> into, @Nullable Object[] elements) {
        if (into instanceof CopyOnWriteArraySet<?> && elements.length > MOST_SEARCHED) {
            throw CodecException.limit(
                    "a CopyOnWriteArraySet of " + elements.length + " elements, each compared with all others",
                    "elements of a CopyOnWriteArraySet, " + MOST_SEARCHED);
        }
        try {
            check(elements);
            into.addAll(Arrays.asList(elements));
        } catch (RuntimeException | StackOverflowError e) {
            throw Trail.thrown(e, "Filling a " + into.getClass().getName());
        }
        if (into instanceof Set<?> && into.size() != elements.length) {
            throw CodecException.malformed("a set with an element twice");
        }
    }

    public static void fill(
            Map<@Nullable Object, @Nullable Object> into, @Nullable Object[] keys, @Nullable Object[] values) {
        try {
            if (into instanceof Hashtable<?, ?>) {
                checkChains(keys, capacity(keys.length));
            } else {
                check(keys);
            }
            for (int i = 0; i < keys.length; i++) {
                into.put(keys[i], values[i]);
            }
        } catch (RuntimeException | StackOverflowError e) {
            throw Trail.thrown(e, "Filling a " + into.getClass().getName());
        }
        if (into.size() != keys.length) {
            throw CodecException.malformed("a map with a key twice");
        }
    }

    /** Few elements as the JDK's own immutable set; more behind a view, as that one has no answer to colliding hashes. */
    static Set<?> immutable(@Nullable Object[] elements) {
        return elements.length <= MOST_COLLIDING ? Set.of(elements) : view(elements);
    }

    static Set<?> view(@Nullable Object[] elements) {
        LinkedHashSet<@Nullable Object> set = new LinkedHashSet<>(capacity(elements.length));
        fill(set, elements);
        return Collections.unmodifiableSet(set);
    }

    /** As {@link #immutable(Object[])}. */
    static Map<?, ?> immutable(@Nullable Object[] keys, @Nullable Object[] values) {
        if (keys.length > MOST_COLLIDING) {
            return view(keys, values);
        }
        Map.Entry<?, ?>[] entries = new Map.Entry<?, ?>[keys.length];
        for (int i = 0; i < keys.length; i++) {
            entries[i] = Map.entry(Objects.requireNonNull(keys[i]), Objects.requireNonNull(values[i]));
        }
        return Map.ofEntries(entries);
    }

    static Map<?, ?> view(@Nullable Object[] keys, @Nullable Object[] values) {
        LinkedHashMap<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>(capacity(keys.length));
        fill(map, keys, values);
        return Collections.unmodifiableMap(map);
    }

    /** Room for so many entries without growing. */
    static int capacity(int entries) {
        return (int) Math.min(Integer.MAX_VALUE - 16, entries * 4L / 3 + 1);
    }

    /** Only keys that are Comparable can be told apart quickly within one hash. */
    private static void check(@Nullable Object[] keys) {
        if (keys.length <= MOST_COLLIDING) {
            return;
        }
        int[] hashes = new int[keys.length];
        int count = 0;
        for (Object key : keys) {
            if (key != null && !(key instanceof Comparable<?>)) {
                hashes[count++] = key.hashCode();
            }
        }
        if (count <= MOST_COLLIDING) {
            return;
        }
        Arrays.sort(hashes, 0, count);
        for (int i = MOST_COLLIDING; i < count; i++) {
            if (hashes[i] == hashes[i - MOST_COLLIDING]) {
                throw collision();
            }
        }
    }

    /** A Hashtable orders nothing: its chains themselves must stay short. */
    private static void checkChains(@Nullable Object[] keys, int capacity) {
        if (keys.length <= MOST_COLLIDING) {
            return;
        }
        byte[] chains = new byte[capacity];
        for (Object key : keys) {
            if (key != null && ++chains[(key.hashCode() & Integer.MAX_VALUE) % capacity] > MOST_COLLIDING) {
                throw collision();
            }
        }
    }

    private static CodecException collision() {
        return CodecException.limit("more than " + MOST_COLLIDING + " keys of one hash", "keys of one hash");
    }
}
