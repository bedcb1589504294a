package dev.wherry.codec.compact;

import dev.wherry.codec.Snapshot;
import dev.wherry.codec.compact.ContainerType.Making;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedSet;
import java.util.Stack;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Collections of java.util: what sorts them, if they are sorted, how many elements, how these lie, the elements. */
@SuppressWarnings("JdkObsolete") // what users hold travels, whatever its age
final class CollectionCodec extends BuiltInCodec {
    private final ContainerType container;
    private final boolean hashes;

    /** The array that elements are read into, and what a container makes for that many. */
    private static final int MEMORY_EACH = 16;

    CollectionCodec(ContainerType container) {
        super(container.type, true, container.making != Making.CLOSED, container.making == Making.CLOSED);
        this.container = container;
        this.hashes = container.making == Making.FILLED
                || container.making == Making.SORTED
                || Set.class.isAssignableFrom(type);
    }

    @Override
    boolean fits(Slot slot) {
        return super.fits(slot) || container.makes(slot.raw);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        if (container.making == Making.SORTED) {
            Comparators.write(order(value), at, to);
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

    /** Whether elements are taken by their index, without a copy: of lists whose length no lock guards, or is fixed. */
    private boolean isIndexed(Class<?> type) {
        return type == ArrayList.class
                || container == ContainerType.AS_LIST
                || container == ContainerType.IMMUTABLE_LIST;
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
                throw ErrorPath.thrown(e, "CheckedInsertion a " + type.getName());
            }
        } else if (cost != null) {
            cost.end(made, elements);
            from.fill(made, () -> CheckedInsertion.fill(made, elements, cost));
        }
        return made;
    }

    /** An empty one; if it is made of its elements or a view, the whole of an array that is then its own. */
    private Collection<?> make(
            @Nullable Object[] elements, @Nullable Comparator<@Nullable Object> order, @Nullable KeyReader cost) {
        int room = CheckedInsertion.capacity(elements.length);
        return switch (container) {
            case IMMUTABLE_LIST -> immutable(elements);
            case UNMODIFIABLE_LIST -> Collections.unmodifiableList(Arrays.asList(elements));
            case AS_LIST -> Arrays.asList(elements);
            case HASH_SET -> new HashSet<>(room);
            case LINKED_SET -> new LinkedHashSet<>(room);
            case IMMUTABLE_SET -> CheckedInsertion.immutable(elements, Objects.requireNonNull(cost));
            case IMMUTABLE_SET_OF_ANY -> CheckedInsertion.view(elements, Objects.requireNonNull(cost));
            case TREE_SET -> new TreeSet<>(order);
            case LINKED_LIST -> new LinkedList<>();
            case ARRAY_DEQUE -> new ArrayDeque<>(elements.length);
            case PRIORITY_QUEUE -> new PriorityQueue<>(order);
            case VECTOR -> new Vector<>(elements.length);
            case STACK -> new Stack<>();
            case COPY_ON_WRITE_LIST -> new CopyOnWriteArrayList<>();
            case IMMUTABLE_COLLECTION -> Collections.unmodifiableCollection(Arrays.asList(elements));
            case SKIP_LIST_SET -> new ConcurrentSkipListSet<>(order);
            case CONCURRENT_QUEUE -> new ConcurrentLinkedQueue<>();
            case CONCURRENT_DEQUE -> new ConcurrentLinkedDeque<>();
            case BLOCKING_QUEUE -> new LinkedBlockingQueue<>();
            case BLOCKING_DEQUE -> new LinkedBlockingDeque<>();
            case PRIORITY_BLOCKING_QUEUE -> new PriorityBlockingQueue<>(11, order);
            case COPY_ON_WRITE_SET -> new CopyOnWriteArraySet<>();
            case TRANSFER_QUEUE -> new LinkedTransferQueue<>();
            default -> throw new IllegalStateException(container + " is no collection that is made so");
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
