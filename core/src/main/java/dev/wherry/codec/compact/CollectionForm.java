package dev.wherry.codec.compact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.RandomAccess;
import java.util.SortedSet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collections of java.util: what sorts them, if they are sorted, how many elements, how these lie, the elements. */
final class CollectionForm extends BuiltIn {
    /** How a collection comes to hold its elements. */
    enum Making {
        /** It is made first, then filled in order. */
        ADDED,
        /** It is a view of an array, made first. */
        VIEW,
        /** It is made first, and filled once all is read: it hashes or compares. */
        FILLED,
        /** As FILLED, with a comparator. */
        SORTED,
        /** It is made of its elements and never changes. */
        CLOSED
    }

    /** Makes an empty collection; or for CLOSED ones the whole of an array that is then its own. */
    interface Makes {
        Collection<?> make(@Nullable Object[] elements, @Nullable Comparator<@Nullable Object> order);
    }

    private final Making making;
    private final Makes makes;

    private CollectionForm(Class<?> type, Making making, Makes makes) {
        super(type, true, making != Making.CLOSED, making == Making.CLOSED);
        this.making = making;
        this.makes = makes;
    }

    static CollectionForm added(Class<?> type, Function<Integer, Collection<?>> makes) {
        return new CollectionForm(type, Making.ADDED, (elements, order) -> makes.apply(elements.length));
    }

    static CollectionForm view(Class<?> type, Function<@Nullable Object[], Collection<?>> makes) {
        return new CollectionForm(type, Making.VIEW, (elements, order) -> makes.apply(elements));
    }

    static CollectionForm filled(Class<?> type, Function<Integer, Collection<?>> makes) {
        return new CollectionForm(type, Making.FILLED, (elements, order) -> makes.apply(elements.length));
    }

    static CollectionForm sorted(Class<?> type, Function<@Nullable Comparator<@Nullable Object>, Collection<?>> makes) {
        return new CollectionForm(type, Making.SORTED, (elements, order) -> makes.apply(order));
    }

    static CollectionForm closed(Class<?> type, Function<@Nullable Object[], Collection<?>> makes) {
        return new CollectionForm(type, Making.CLOSED, (elements, order) -> makes.apply(elements));
    }

    private boolean hashes() {
        return making == Making.FILLED || making == Making.SORTED || java.util.Set.class.isAssignableFrom(type);
    }

    @Override
    void write(Object value, Place at, Writer to) {
        if (making == Making.SORTED) {
            Comparators.write(order(value), at, to);
        }
        if (value instanceof List<?> list && value instanceof RandomAccess) {
            int size = list.size();
            to.out.writeSize(size);
            Run.write(list, size, at.first(), to);
            return;
        }
        @Nullable Object[] elements = ((Collection<?>) value).toArray();
        to.out.writeSize(elements.length);
        int keys = hashes() ? 1 : 0;
        to.keys += keys;
        Run.write(elements, at.first(), to);
        to.keys -= keys;
    }

    private static @Nullable Comparator<?> order(Object value) {
        return switch (value) {
            case SortedSet<?> set -> set.comparator();
            case PriorityQueue<?> queue -> queue.comparator();
            case PriorityBlockingQueue<?> queue -> queue.comparator();
            default -> null;
        };
    }

    @Override
    @SuppressWarnings("unchecked") // a collection of anything takes anything
    Object read(Place at, Reader from, int slot) {
        Comparator<@Nullable Object> order = making == Making.SORTED ? Comparators.read(at, from) : null;
        int size = from.readCount();
        if (type == ArrayList.class) {
            ArrayList<@Nullable Object> list = new ArrayList<>(size);
            from.started(slot, list);
            Run.read(list, size, at.first(), from);
            return list;
        }
        @Nullable Object[] elements = new @Nullable Object[size];
        if (closed) {
            readElements(elements, at, from);
            try {
                return makes.make(elements, order);
            } catch (RuntimeException | StackOverflowError e) {
                throw Trail.thrown(e, "Making a " + type.getName());
            }
        }
        Collection<@Nullable Object> made = (Collection<@Nullable Object>) makes.make(elements, order);
        from.started(slot, made);
        readElements(elements, at, from);
        if (making == Making.ADDED) {
            try {
                made.addAll(Arrays.asList(elements));
            } catch (RuntimeException e) {
                throw Trail.thrown(e, "Filling a " + type.getName());
            }
        } else if (making != Making.VIEW) {
            from.fill(() -> Filling.fill(made, elements));
        }
        return made;
    }

    private void readElements(@Nullable Object[] elements, Place at, Reader from) {
        if (hashes()) {
            int before = from.enterKeys();
            Run.read(elements, at.first(), from);
            from.leaveKeys(before);
        } else {
            Run.read(elements, at.first(), from);
        }
    }
}
