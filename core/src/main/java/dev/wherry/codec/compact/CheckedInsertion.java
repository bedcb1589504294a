package dev.wherry.codec.compact;

import dev.wherry.codec.DecodingBudget;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts complete elements into containers that hash or compare them, after the budget has paid for that. Elements that
 * have become equal since the sender put them in become one here, as in JDK serialization.
 */
public final class CheckedInsertion {
    /** The most elements of one of the JDK's immutable sets or maps, which have no defence against equal hashes. */
    private static final int FEW = 64;

    /** The number of elements that are put in between two checks of the deadline. */
    private static final int PORTION = 256;

    private CheckedInsertion() {}

    public static void fill(Collection<@Nullable Object> into, @Nullable Object[] elements, DecodingBudget budget) {
        try {
            if (elements.length <= PORTION) {
                into.addAll(Arrays.asList(elements));
                return;
            }
            for (int begin = 0; begin < elements.length; begin += PORTION) {
                budget.checkTime();
                int end = Math.min(begin + PORTION, elements.length);
                into.addAll(Arrays.asList(Arrays.copyOfRange(elements, begin, end))); // faster than a sublist
            }
        } catch (RuntimeException | StackOverflowError e) {
            throw ErrorPath.thrown(e, "Filling a " + into.getClass().getName());
        }
    }

    static void fill(Collection<@Nullable Object> into, @Nullable Object[] elements, KeyReader cost) {
        pay(into, elements, cost);
        fill(into, elements, cost.budget());
    }

    private static void pay(Object into, @Nullable Object[] keys, KeyReader cost) {
        try {
            cost.payToFill(into, keys);
        } catch (RuntimeException | StackOverflowError e) { // of the keys' hashCode
            throw ErrorPath.thrown(e, "Filling a " + into.getClass().getName());
        }
    }

    public static void fill(
            Map<@Nullable Object, @Nullable Object> into,
            @Nullable Object[] keys,
            @Nullable Object[] values,
            DecodingBudget budget) {
        try {
            if (into instanceof IdentityHashMap<?, ?>) {
                fillByIdentity(into, keys, values);
                return;
            }
            for (int i = 0; i < keys.length; i++) {
                if (i > 0 && i % PORTION == 0) {
                    budget.checkTime();
                }
                into.put(keys[i], values[i]);
            }
        } catch (RuntimeException | StackOverflowError e) {
            throw ErrorPath.thrown(e, "Filling a " + into.getClass().getName());
        }
    }

    static void fill(
            Map<@Nullable Object, @Nullable Object> into,
            @Nullable Object[] keys,
            @Nullable Object[] values,
            KeyReader cost) {
        pay(into, keys, cost);
        fill(into, keys, values, cost.budget());
    }

    /**
     * Fills a map without hashing. Two boxed numbers that are one object only because the JDK caches small numbers
     * become two objects again.
     */
    private static void fillByIdentity(
            Map<@Nullable Object, @Nullable Object> into, @Nullable Object[] keys, @Nullable Object[] values) {
        for (int i = 0; i < keys.length; i++) {
            Object key = keys[i];
            into.put(into.containsKey(key) ? another(key) : key, values[i]);
        }
    }

    @SuppressWarnings({"BoxedPrimitiveConstructor", "deprecation", "removal"
    }) // only these constructors make a second object of the same number
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

    /**
     * Returns few elements as the JDK's immutable set. More elements, or incomplete ones, are put behind an
     * unmodifiable view, since the immutable set hashes them at once and has no defence against equal hashes.
     */
    static Set<?> immutable(@Nullable Object[] elements, KeyReader cost) {
        if (elements.length > FEW || !cost.isWhole()) {
            return view(elements, cost);
        }
        cost.payToProbe(Set.class, elements);
        // Some may have become equal since the sender put them in.
        return areDistinct(elements) ? Set.of(elements) : view(elements, cost);
    }

    /**
     * Checks this here, because the JDK's immutable sets refuse equal elements with their text, which may have no end.
     */
    private static boolean areDistinct(@Nullable Object[] elements) {
        return new HashSet<>(Arrays.asList(elements)).size() == elements.length;
    }

    static Set<?> view(@Nullable Object[] elements, KeyReader cost) {
        LinkedHashSet<@Nullable Object> set = new LinkedHashSet<>(DecodingBudget.capacity(elements.length));
        cost.end(set, elements);
        Set<?> view = Collections.unmodifiableSequencedSet(set);
        cost.fill(view, () -> fill(set, elements, cost));
        return view;
    }

    /** As {@link #immutable(Object[], KeyReader)}. */
    static Map<?, ?> immutable(@Nullable Object[] keys, @Nullable Object[] values, KeyReader cost) {
        if (keys.length > FEW || !cost.isWhole()) {
            return view(keys, values, cost);
        }
        cost.payToProbe(Map.class, keys);
        Map.Entry<?, ?>[] entries = new Map.Entry<?, ?>[keys.length];
        for (int i = 0; i < keys.length; i++) {
            entries[i] = Map.entry(Objects.requireNonNull(keys[i]), Objects.requireNonNull(values[i]));
        }
        return areDistinct(keys) ? Map.ofEntries(entries) : view(keys, values, cost);
    }

    static Map<?, ?> view(@Nullable Object[] keys, @Nullable Object[] values, KeyReader cost) {
        LinkedHashMap<@Nullable Object, @Nullable Object> map =
                new LinkedHashMap<>(DecodingBudget.capacity(keys.length));
        cost.end(map, keys);
        Map<?, ?> view = Collections.unmodifiableSequencedMap(map);
        cost.fill(view, () -> fill(map, keys, values, cost));
        return view;
    }
}
