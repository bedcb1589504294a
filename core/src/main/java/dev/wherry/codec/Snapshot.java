package dev.wherry.codec;

import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the contents of a collection or map at one moment. Thread-safe collections provide that. With others, a change
 * by another thread is detected as far as they allow it.
 */
public final class Snapshot {
    /** Classes whose toArray() method is atomic: a null that it returns is an element. */
    private static final class Atomic {
        @SuppressWarnings("JdkObsolete") // values of old classes travel too
        static final Set<Class<?>> CLASSES = Set.of(
                Vector.class,
                Stack.class,
                CopyOnWriteArrayList.class,
                Collections.synchronizedCollection(new ArrayList<>()).getClass(),
                Collections.synchronizedList(new ArrayList<>()).getClass(),
                Collections.synchronizedList(new LinkedList<>()).getClass(),
                Collections.synchronizedSet(Set.of()).getClass());
    }

    private Snapshot() {}

    /**
     * Returns the elements, in an array that must not be changed.
     *
     * @throws CodecException if the collection changed meanwhile
     */
    public static @Nullable Object[] of(Collection<?> collection) {
        try {
            @Nullable Object[] elements = collection.toArray();
            if (!Arrays.asList(elements).contains(null) || isAtomic(collection) || isIn(collection, elements)) {
                return elements;
            }
        } catch (RuntimeException e) {
            throw failed(collection, e);
        }
        throw changed(collection);
    }

    /**
     * Returns each key with its value behind it.
     *
     * @throws CodecException if the map changed meanwhile
     */
    public static @Nullable Object[] of(Map<?, ?> map) {
        try {
            Entries entries = new Entries(2 * map.size());
            map.forEach(entries);
            return entries.all();
        } catch (RuntimeException e) {
            throw failed(map, e);
        }
    }

    /**
     * Returns the element at this index of a list that has no lock.
     *
     * @throws CodecException if the list has become shorter
     */
    @SuppressWarnings("NonApiType") // only this class is read by index
    public static @Nullable Object at(ArrayList<?> list, int index) {
        try {
            Object element = list.get(index);
            if (element != null || list.get(index) == null) { // a removed element leaves a null behind the end
                return element;
            }
        } catch (IndexOutOfBoundsException e) {
            throw failed(list, e);
        }
        throw changed(list);
    }

    private static final class Entries implements BiConsumer<Object, Object> {
        private @Nullable Object[] parts;
        private int count;

        Entries(int capacity) {
            parts = new @Nullable Object[capacity];
        }

        @Override
        public void accept(@Nullable Object key, @Nullable Object value) {
            if (count == parts.length) {
                parts = Arrays.copyOf(parts, Math.max(16, 2 * count));
            }
            parts[count++] = key;
            parts[count++] = value;
        }

        @Nullable
        Object[] all() {
            return count == parts.length ? parts : Arrays.copyOf(parts, count);
        }
    }

    private static boolean isAtomic(Collection<?> collection) {
        return Atomic.CLASSES.contains(collection.getClass())
                || collection.getClass().getClassLoader() != null;
    }

    /**
     * Returns whether the elements are still in the collection. A list or set without a lock leaves null in its array
     * for an element that was removed meanwhile.
     */
    @SuppressWarnings("ReferenceEquality") // the same elements
    private static boolean isIn(Collection<?> collection, @Nullable Object[] elements) {
        if (collection instanceof List<?> list) {
            // From the end: an element that is being removed from a linked list may still be reached from its front.
            ListIterator<?> each = list.listIterator(elements.length);
            for (int i = elements.length; i-- > 0; ) {
                if (each.previous() != elements[i]) {
                    return false;
                }
            }
            return list.size() == elements.length;
        }
        Iterator<?> each = collection.iterator();
        for (Object element : elements) {
            if (!each.hasNext() || each.next() != element) {
                return false;
            }
        }
        return !each.hasNext();
    }

    private static CodecException failed(Object container, RuntimeException thrown) {
        if (thrown instanceof CodecException failure) {
            return failure;
        }
        boolean raced = thrown instanceof ConcurrentModificationException
                || (container.getClass().getClassLoader() == null
                        && (thrown instanceof IndexOutOfBoundsException
                                || thrown instanceof NoSuchElementException
                                || thrown instanceof NullPointerException));
        CodecException failure = raced
                ? changed(container)
                : CodecException.impossible(
                        "Reading what is in a " + container.getClass().getName() + " failed: " + thrown);
        failure.initCause(thrown);
        return failure;
    }

    /** Returns the exception for a container that was changed while it was written. */
    public static CodecException changed(Object container) {
        return CodecException.impossible("A " + container.getClass().getName()
                + " was changed by another thread while it was being written. Pass a copy that no other thread changes, or use"
                + " a collection that is safe for threads, such as those of java.util.concurrent");
    }
}
