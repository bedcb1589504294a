package dev.wherry.codec.compact;

import dev.wherry.codec.HashedGraph;
import dev.wherry.codec.Snapshot;
import dev.wherry.codec.compact.ContainerType.Making;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collections of java.util: the comparator if they are sorted, the number of elements, how these are written, the
 * elements.
 */
@SuppressWarnings("JdkObsolete") // values of old classes travel too
final class CollectionCodec extends ContainerType.ContainerCodec {
    private final boolean hashes;

    /** Bytes of memory for each element: in the array that elements are read into, and in the container. */
    private static final int MEMORY_EACH = 16;

    CollectionCodec(ContainerType container) {
        super(container, container.making == Making.CLOSED);
        hashes = container.making == Making.FILLED
                || container.making == Making.SORTED
                || Set.class.isAssignableFrom(type);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        if (container.making == Making.SORTED) {
            Comparators.write(HashedGraph.order(value), at, to);
        }
        if (isIndexed(value.getClass())) {
            List<?> list = (List<?>) value;
            int size = list.size();
            to.out.writeSize(size);
            HomogeneousRun.write(list, size, at.first(), to);
            return;
        }
        @Nullable Object[] elements = Snapshot.of((Collection<?>) value);
        to.out.writeSize(elements.length);
        int keys = hashes ? 1 : 0;
        to.keys += keys;
        HomogeneousRun.write(elements, at.first(), to);
        to.keys -= keys;
    }

    /**
     * Returns whether elements are read by their index, without a copy. This holds for lists that have no lock, or a
     * fixed length.
     */
    private boolean isIndexed(Class<?> type) {
        return type == ArrayList.class
                || container == ContainerType.AS_LIST
                || container == ContainerType.IMMUTABLE_LIST;
    }

    @Override
    @SuppressWarnings("unchecked") // all elements were checked
    Object read(Slot at, Reader from, int id) {
        KeyReader cost = hashes ? new KeyReader(from) : null;
        Comparator<@Nullable Object> order = cost != null && container.making == Making.SORTED ? cost.order(at) : null;
        int size = from.readCount();
        from.takeMemory(container.memory + (long) MEMORY_EACH * size, type);
        if (type == ArrayList.class) {
            ArrayList<@Nullable Object> list = new ArrayList<>(size);
            from.started(id, list);
            HomogeneousRun.read(list, size, at.first(), from);
            return list;
        }
        @Nullable Object[] elements = new @Nullable Object[size];
        if (closed) {
            HomogeneousRun.read(elements, at.first(), from, cost);
            try {
                return make(elements, order, cost);
            } catch (RuntimeException | StackOverflowError e) {
                throw ErrorPath.thrown(e, "Making a " + type.getName());
            }
        }
        Collection<@Nullable Object> made = (Collection<@Nullable Object>) make(elements, order, cost);
        from.started(id, made);
        HomogeneousRun.read(elements, at.first(), from, cost);
        if (container.making == Making.ADDED) {
            try {
                made.addAll(Arrays.asList(elements));
            } catch (RuntimeException e) {
                throw ErrorPath.thrown(e, "Filling a " + type.getName());
            }
        } else if (cost != null) {
            cost.end(made, elements);
            from.fill(made, () -> CheckedInsertion.fill(made, elements, cost));
        }
        return made;
    }

    /** Makes an empty collection. One that never changes, or is a view, is made of the elements and may keep their array. */
    private Collection<?> make(
            @Nullable Object[] elements, @Nullable Comparator<@Nullable Object> order, @Nullable KeyReader cost) {
        return switch (container) {
            case IMMUTABLE_LIST -> immutable(elements);
            case UNMODIFIABLE_LIST -> Collections.unmodifiableList(Arrays.asList(elements));
            case AS_LIST -> Arrays.asList(elements);
            case IMMUTABLE_SET -> CheckedInsertion.immutable(elements, Objects.requireNonNull(cost));
            case IMMUTABLE_SET_OF_ANY -> CheckedInsertion.view(elements, Objects.requireNonNull(cost));
            case IMMUTABLE_COLLECTION -> Collections.unmodifiableCollection(Arrays.asList(elements));
            default -> (Collection<?>) container.make(elements.length, order);
        };
    }

    private static List<?> immutable(@Nullable Object[] elements) {
        for (Object element : elements) {
            if (element == null) {
                return Arrays.stream(elements).toList();
            }
        }
        return List.of(elements);
    }
}
