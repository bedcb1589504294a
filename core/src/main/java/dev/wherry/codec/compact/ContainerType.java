package dev.wherry.codec.compact;

import dev.wherry.codec.DecodingBudget;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The containers of java.util. Their order is part of the wire format. */
@SuppressWarnings({"EnumOrdinal", "JdkObsolete"}) // values of old classes travel too
enum ContainerType {
    ARRAY_LIST(ArrayList.class, Making.ADDED),
    /** The lists of {@link List#of} and {@link java.util.stream.Stream#toList}. */
    IMMUTABLE_LIST(List.class, Making.CLOSED),
    /** The lists of {@link Collections}, which can be searched for null. */
    UNMODIFIABLE_LIST(List.class, Making.CLOSED),
    /** The list of {@link Arrays#asList}. */
    AS_LIST(List.class, Making.VIEW),
    HASH_SET(HashSet.class, Making.FILLED),
    LINKED_SET(LinkedHashSet.class, Making.FILLED),
    IMMUTABLE_SET(Set.class, Making.CLOSED),
    IMMUTABLE_SET_OF_ANY(Set.class, Making.CLOSED),
    TREE_SET(TreeSet.class, Making.SORTED),
    HASH_MAP(HashMap.class, Making.FILLED),
    LINKED_MAP(LinkedHashMap.class, Making.FILLED),
    IMMUTABLE_MAP(Map.class, Making.CLOSED),
    IMMUTABLE_MAP_OF_ANY(Map.class, Making.CLOSED),
    TREE_MAP(TreeMap.class, Making.SORTED),
    HASHTABLE(Hashtable.class, Making.FILLED),
    LINKED_LIST(LinkedList.class, Making.ADDED),
    ARRAY_DEQUE(ArrayDeque.class, Making.ADDED, 48),
    PRIORITY_QUEUE(PriorityQueue.class, Making.SORTED, 96),
    VECTOR(Vector.class, Making.ADDED, 48),
    STACK(Stack.class, Making.ADDED, 48),
    CONCURRENT_MAP(ConcurrentHashMap.class, Making.FILLED),
    COPY_ON_WRITE_LIST(CopyOnWriteArrayList.class, Making.ADDED, 56),
    IMMUTABLE_COLLECTION(Collection.class, Making.CLOSED),
    PROPERTIES(Properties.class, Making.FILLED, 256),
    IDENTITY_MAP(IdentityHashMap.class, Making.FILLED, 96),
    SKIP_LIST_SET(ConcurrentSkipListSet.class, Making.SORTED, 80),
    SKIP_LIST_MAP(ConcurrentSkipListMap.class, Making.SORTED),
    CONCURRENT_QUEUE(ConcurrentLinkedQueue.class, Making.ADDED, 48),
    CONCURRENT_DEQUE(ConcurrentLinkedDeque.class, Making.ADDED, 56),
    BLOCKING_QUEUE(LinkedBlockingQueue.class, Making.ADDED, 256),
    BLOCKING_DEQUE(LinkedBlockingDeque.class, Making.ADDED, 160),
    PRIORITY_BLOCKING_QUEUE(PriorityBlockingQueue.class, Making.SORTED, 192),
    ENUM_SET(EnumSet.class, Making.ADDED),
    ENUM_MAP(EnumMap.class, Making.ADDED),
    ENTRY(Map.Entry.class, Making.CLOSED),
    SIMPLE_ENTRY(AbstractMap.SimpleEntry.class, Making.ADDED),
    OPTIONAL(Optional.class, Making.CLOSED),
    ATOMIC_REFERENCE(AtomicReference.class, Making.ADDED),
    COPY_ON_WRITE_SET(CopyOnWriteArraySet.class, Making.FILLED, 72),
    TRANSFER_QUEUE(LinkedTransferQueue.class, Making.ADDED);

    /** How a container gets its elements. For enum containers and those of one value, only {@code CLOSED} matters. */
    enum Making {
        /** It is made empty, then filled in order. */
        ADDED,
        /** It is a view of an array, and made before its elements are read. */
        VIEW,
        /** It is made empty, and filled after all elements have been read, because it hashes or compares them. */
        FILLED,
        /** As {@code FILLED}, with a comparator. */
        SORTED,
        /** It is made of its elements, and never changes. */
        CLOSED
    }

    private static final List<BuiltInCodec> CODECS = new ArrayList<>();
    static final BuiltInCodec.Part PART = part();

    /** Bytes of most empty containers. */
    private static final int USUAL_MEMORY = 64;

    final Class<?> type;
    final Making making;
    /** Bytes that an empty one takes, with the memory that it allocates for its first element. */
    final int memory;

    ContainerType(Class<?> type, Making making) {
        this(type, making, USUAL_MEMORY);
    }

    ContainerType(Class<?> type, Making making, int memory) {
        this.type = type;
        this.making = making;
        this.memory = memory;
    }

    /** Returns the codec, of which there is one. */
    BuiltInCodec codec() {
        return CODECS.get(ordinal());
    }

    /** Returns whether what it makes is an instance of a declared class, though {@link #type} is not a subtype of that. */
    boolean makes(Class<?> declared) {
        return samples().stream().anyMatch(declared::isInstance);
    }

    /** Returns values of all classes behind the JDK's factory methods for it. These classes have no public names. */
    private List<Object> samples() {
        ArrayList<Integer> random = new ArrayList<>(List.of(0));
        return switch (this) {
            case AS_LIST -> List.of(Arrays.asList(0));
            case IMMUTABLE_LIST ->
                List.of(List.of(0), List.of(0, 1, 2), List.of(0, 1, 2).subList(1, 2));
            case UNMODIFIABLE_LIST ->
                List.of(
                        Collections.unmodifiableList(random),
                        Collections.unmodifiableList(new LinkedList<>(random)),
                        Collections.nCopies(1, 0),
                        Collections.emptyList(),
                        Collections.singletonList(0));
            case IMMUTABLE_SET -> List.of(Set.of(0), Set.of(0, 1, 2));
            case IMMUTABLE_SET_OF_ANY ->
                List.of(
                        Collections.emptySet(),
                        Collections.singleton(0),
                        Collections.unmodifiableSet(new HashSet<>(random)),
                        Collections.unmodifiableSequencedSet(new LinkedHashSet<>(random)));
            case IMMUTABLE_COLLECTION ->
                List.of(
                        Collections.unmodifiableCollection(random),
                        Collections.unmodifiableSequencedCollection(random));
            case IMMUTABLE_MAP -> List.of(Map.of(0, 0), Map.of(0, 0, 1, 1));
            case IMMUTABLE_MAP_OF_ANY ->
                List.of(
                        Collections.emptyMap(),
                        Collections.singletonMap(0, 0),
                        Collections.unmodifiableMap(new HashMap<>()),
                        Collections.unmodifiableSequencedMap(new LinkedHashMap<>()));
            case ENTRY -> List.of(new AbstractMap.SimpleImmutableEntry<>("", ""));
            default -> List.of();
        };
    }

    /** In loops, not streams: the first container of a new process waits for this. */
    private static BuiltInCodec.Part part() {
        Map<Class<?>, BuiltInCodec> unnamed = new HashMap<>();
        for (ContainerType container : values()) {
            BuiltInCodec codec = container.made();
            CODECS.add(codec);
            for (Object sample : container.samples()) {
                unnamed.put(sample.getClass(), codec);
            }
        }
        return new BuiltInCodec.Part(18, CODECS, unnamed);
    }

    private BuiltInCodec made() {
        return switch (this) {
            case ENUM_SET -> new EnumContainerCodecs.Sets();
            case ENUM_MAP -> new EnumContainerCodecs.Maps();
            case ENTRY, SIMPLE_ENTRY, OPTIONAL, ATOMIC_REFERENCE -> new HolderCodec(this);
            default -> Map.class.isAssignableFrom(type) ? new MapCodec(this) : new CollectionCodec(this);
        };
    }

    /** Makes an empty container, with capacity for so many elements or entries. */
    Object make(int size, @Nullable Comparator<@Nullable Object> order) {
        int capacity = DecodingBudget.capacity(size);
        return switch (this) {
            case HASH_SET -> new HashSet<>(capacity);
            case LINKED_SET -> new LinkedHashSet<>(capacity);
            case TREE_SET -> new TreeSet<>(order);
            case HASH_MAP -> new HashMap<>(capacity);
            case LINKED_MAP -> new LinkedHashMap<>(capacity);
            case TREE_MAP -> new TreeMap<>(order);
            case HASHTABLE -> new Hashtable<>(capacity);
            case LINKED_LIST -> new LinkedList<>();
            case ARRAY_DEQUE -> new ArrayDeque<>(size);
            case PRIORITY_QUEUE -> new PriorityQueue<>(order);
            case VECTOR -> new Vector<>(size);
            case STACK -> new Stack<>();
            case CONCURRENT_MAP -> new ConcurrentHashMap<>(capacity);
            case COPY_ON_WRITE_LIST -> new CopyOnWriteArrayList<>();
            case PROPERTIES -> new Properties(size);
            case IDENTITY_MAP -> new IdentityHashMap<>(size);
            case SKIP_LIST_SET -> new ConcurrentSkipListSet<>(order);
            case SKIP_LIST_MAP -> new ConcurrentSkipListMap<>(order);
            case CONCURRENT_QUEUE -> new ConcurrentLinkedQueue<>();
            case CONCURRENT_DEQUE -> new ConcurrentLinkedDeque<>();
            case BLOCKING_QUEUE -> new LinkedBlockingQueue<>();
            case BLOCKING_DEQUE -> new LinkedBlockingDeque<>();
            case PRIORITY_BLOCKING_QUEUE -> new PriorityBlockingQueue<>(11, order);
            case COPY_ON_WRITE_SET -> new CopyOnWriteArraySet<>();
            case TRANSFER_QUEUE -> new LinkedTransferQueue<>();
            default -> throw new IllegalStateException(this + " is made of its elements");
        };
    }

    /** The codec of one container type. */
    abstract static class ContainerCodec extends BuiltInCodec {
        final ContainerType container;

        ContainerCodec(ContainerType container, boolean closed) {
            super(container.type, true, container.making != Making.CLOSED, closed);
            this.container = container;
        }

        @Override
        boolean fits(Slot slot) {
            return super.fits(slot) || container.makes(slot.raw);
        }
    }

    /** Values that hold one or two others: an optional, an atomic reference, a map entry. */
    private static final class HolderCodec extends ContainerCodec {
        HolderCodec(ContainerType container) {
            super(container, true);
        }

        @Override
        void write(Object value, Slot at, Writer to) {
            if (value instanceof Map.Entry<?, ?> entry) {
                at.first().write(entry.getKey(), to);
                at.second().write(entry.getValue(), to);
            } else {
                Object held =
                        value instanceof Optional<?> some ? some.orElse(null) : ((AtomicReference<?>) value).get();
                at.first().write(held, to);
            }
        }

        @Override
        Object read(Slot at, Reader from, int id) {
            @Nullable Object first = at.first().read(from);
            return switch (container) {
                case OPTIONAL -> Optional.ofNullable(first);
                case ATOMIC_REFERENCE -> new AtomicReference<>(first);
                case ENTRY ->
                    new AbstractMap.SimpleImmutableEntry<>(first, at.second().read(from));
                case SIMPLE_ENTRY ->
                    new AbstractMap.SimpleEntry<>(first, at.second().read(from));
                default -> throw new IllegalStateException(container + " does not hold one or two values");
            };
        }
    }
}
