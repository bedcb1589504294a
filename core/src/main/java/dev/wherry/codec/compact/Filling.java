package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;

/**
 * Puts elements that are whole into containers that hash or compare them, unless they were made to collide. Elements that
 * have become equal since the sender put them in are one here, as in JDK serialization.
 */
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
    }

    public static void fill(
            Map<@Nullable Object, @Nullable Object> into, @Nullable Object[] keys, @Nullable Object[] values) {
        try {
            if (into instanceof IdentityHashMap<?, ?>) {
                fillByIdentity(into, keys, values);
                return;
            }
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
    }

    /** No hash is asked. Keys that are one object only because the JDK keeps small numbers are told apart again. */
    private static void fillByIdentity(
            Map<@Nullable Object, @Nullable Object> into, @Nullable Object[] keys, @Nullable Object[] values) {
        for (int i = 0; i < keys.length; i++) {
            Object key = keys[i];
            into.put(into.containsKey(key) ? another(key) : key, values[i]);
        }
    }

    @SuppressWarnings({"BoxedPrimitiveConstructor", "deprecation", "removal"
    }) // nothing else makes another object of the same number
    private static @Nullable Object another(@Nullable Object key) {
        return switch (key) {
            case Boolean value -> new Boolean(value);
            case Byte value -> new Byte(value);
            case Short value -> new Short(value);
            case Character value -> new Character(value);
            case Integer value -> new Integer(value);
            case Long value -> new Long(value);
            case String value -> new String(value);
            case null, default -> key;
        };
    }

    /** Few elements as the JDK's own immutable set; more behind a view, as that one has no answer to colliding hashes. */
    static Set<?> immutable(@Nullable Object[] elements) {
        if (elements.length <= MOST_COLLIDING) {
            try {
                return Set.of(elements);
            } catch (IllegalArgumentException e) {
                return view(elements); // some have become equal since the sender put them in
            }
        }
        return view(elements);
    }

    static Set<?> view(@Nullable Object[] elements) {
        LinkedHashSet<@Nullable Object> set = new LinkedHashSet<>(capacity(elements.length));
        fill(set, elements);
        return Collections.unmodifiableSequencedSet(set);
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
        try {
            return Map.ofEntries(entries);
        } catch (IllegalArgumentException e) {
            return view(keys, values); // as above
        }
    }

    static Map<?, ?> view(@Nullable Object[] keys, @Nullable Object[] values) {
        LinkedHashMap<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>(capacity(keys.length));
        fill(map, keys, values);
        return Collections.unmodifiableSequencedMap(map);
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
