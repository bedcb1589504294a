package dev.wherry.testkit.rmi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Queue;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Compares two graphs of objects. They are the same if they have objects of the same classes, with the same fields
 * (including transient ones) and elements, and the same sharing of objects. Internal fields of JDK classes are compared
 * by {@code equals}, or by the bytes of Java serialization. Sharing of strings is ignored.
 */
final class SameState {
    private final Map<Object, Object> counterparts = new IdentityHashMap<>();

    private SameState() {}

    static boolean of(@Nullable Object one, @Nullable Object other) throws Exception {
        return new SameState().same(one, other);
    }

    private boolean same(@Nullable Object one, @Nullable Object other) throws Exception {
        if (one != null
                && other != null
                && one.getClass().isHidden()
                && other.getClass().isHidden()) {
            // lambdas are compared by the method that they call
            return Arrays.equals(serialized(one), serialized(other));
        }
        if (one == null || other == null || one.getClass() != other.getClass()) {
            return one == other;
        }
        if (isOwn(one.getClass()) || one instanceof Collection || one instanceof Map || one instanceof Object[]) {
            Object before = counterparts.put(one, other);
            if (before != null) {
                return before == other;
            }
        }
        boolean jdk = switch (one) {
            case Object array when array.getClass().isArray() -> sameElements(array, other);
            case Throwable thrown -> sameThrowable(thrown, (Throwable) other);
            case Map<?, ?> map -> sameMap(map, (Map<?, ?>) other);
            case Collection<?> collection -> sameCollection(collection, (Collection<?>) other);
            default -> isOwn(one.getClass()) || sameOfJdk(one, other);
        };
        return jdk && sameFields(one, other);
    }

    private static boolean isOwn(Class<?> type) {
        return type.getPackageName().equals(SameState.class.getPackageName()) && !type.isArray() && !type.isHidden();
    }

    /** Compares the fields that the program's classes declare. */
    private boolean sameFields(Object one, Object other) throws Exception {
        for (Class<?> part = one.getClass(); part != null && isOwn(part); part = part.getSuperclass()) {
            for (Field field : part.getDeclaredFields()) {
                field.setAccessible(true);
                if (!Modifier.isStatic(field.getModifiers()) && !same(field.get(one), field.get(other))) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean sameElements(Object one, Object other) throws Exception {
        if (Array.getLength(one) != Array.getLength(other)) {
            return false;
        }
        for (int i = 0; i < Array.getLength(one); i++) {
            if (!same(Array.get(one, i), Array.get(other, i))) {
                return false;
            }
        }
        return true;
    }

    private boolean sameThrowable(Throwable one, Throwable other) throws Exception {
        return Objects.equals(one.getMessage(), other.getMessage())
                && Arrays.equals(one.getStackTrace(), other.getStackTrace())
                && same(one.getCause(), other.getCause())
                && same(one.getSuppressed(), other.getSuppressed())
                && Arrays.equals(normalized(one), normalized(other));
    }

    private boolean sameMap(Map<?, ?> one, Map<?, ?> other) throws Exception {
        if (one instanceof SortedMap<?, ?> sorted
                && !same(sorted.comparator(), ((SortedMap<?, ?>) other).comparator())) {
            return false;
        }
        if (one instanceof Properties properties
                && !properties.stringPropertyNames().equals(((Properties) other).stringPropertyNames())) {
            return false;
        }
        return one instanceof SequencedMap || one.size() < 2
                ? sameElements(one.keySet().toArray(), other.keySet().toArray())
                        && sameElements(one.values().toArray(), other.values().toArray())
                        && keysAfterReading(one).equals(keysAfterReading(other))
                : one.equals(other);
    }

    /** Returns the keys after one was read, which shows whether the map is in access order. */
    private static List<?> keysAfterReading(Map<?, ?> map) {
        if (map instanceof LinkedHashMap<?, ?> linked) {
            Map<?, ?> copy = (Map<?, ?>) linked.clone();
            linked.keySet().stream().findFirst().ifPresent(copy::get);
            return copy.keySet().stream().map(String::valueOf).toList();
        }
        return List.of();
    }

    private boolean sameCollection(Collection<?> one, Collection<?> other) throws Exception {
        if (one instanceof SortedSet<?> sorted && !same(sorted.comparator(), ((SortedSet<?>) other).comparator())) {
            return false;
        }
        if (one instanceof PriorityQueue<?> queue
                && !same(queue.comparator(), ((PriorityQueue<?>) other).comparator())) {
            return false;
        }
        if (one instanceof BlockingQueue<?> queue
                && queue.remainingCapacity() != ((BlockingQueue<?>) other).remainingCapacity()) {
            return false;
        }
        return one instanceof SequencedCollection || one instanceof Queue || one.size() < 2
                ? sameElements(one.toArray(), other.toArray())
                : one.equals(other) || sameElements(one.toArray(), other.toArray());
    }

    private static boolean sameOfJdk(Object one, Object other) throws Exception {
        return one.equals(other)
                || one instanceof CharSequence && one.toString().equals(other.toString())
                || one instanceof Serializable && Arrays.equals(normalized(one), normalized(other));
    }

    /** Returns the serialized form of a copy, whose spare capacity does not depend on the way it was created. */
    private static byte[] normalized(Object value) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(serialized(value)))) {
            return serialized(in.readObject());
        }
    }

    private static byte[] serialized(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new EqualTexts(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    /** A stream that writes equal strings as one object. */
    private static final class EqualTexts extends ObjectOutputStream {
        EqualTexts(ByteArrayOutputStream bytes) throws IOException {
            super(bytes);
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            return object instanceof String text ? text.intern() : object;
        }
    }
}
