package dev.wherry.codec.compact;

import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
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

/** The forms of java.util's containers. */
@SuppressWarnings("JdkObsolete") // what users hold travels, whatever its age
final class Containers {
    static final BuiltIn ARRAY_LIST = CollectionForm.added(ArrayList.class, ArrayList::new);
    static final BuiltIn LINKED_LIST = CollectionForm.added(LinkedList.class, size -> new LinkedList<>());
    static final BuiltIn LINKED_SET =
            CollectionForm.filled(LinkedHashSet.class, size -> new LinkedHashSet<>(Filling.capacity(size)));
    static final BuiltIn TREE_SET = CollectionForm.sorted(TreeSet.class, TreeSet::new);
    static final BuiltIn LINKED_MAP =
            MapForm.hashed(LinkedHashMap.class, size -> new LinkedHashMap<>(Filling.capacity(size)));
    static final BuiltIn TREE_MAP = MapForm.sorted(TreeMap.class, TreeMap::new);
    static final BuiltIn ENTRY = HolderForm.entry(Map.Entry.class, false, AbstractMap.SimpleImmutableEntry::new);

    private static final BuiltIn IMMUTABLE_LIST = CollectionForm.closed(List.class, elements -> List.of(elements));
    /** Where nulls may stand, which the JDK's own immutable lists refuse. */
    private static final BuiltIn IMMUTABLE_LIST_OF_ANY = CollectionForm.closed(List.class, Containers::view);

    private static final BuiltIn AS_LIST = CollectionForm.view(List.class, elements -> Arrays.asList(elements));
    private static final BuiltIn IMMUTABLE_SET = CollectionForm.closed(Set.class, Filling::immutable);
    private static final BuiltIn IMMUTABLE_SET_OF_ANY = CollectionForm.closed(Set.class, Filling::view);
    private static final BuiltIn IMMUTABLE_COLLECTION = CollectionForm.closed(
            Collection.class, elements -> Collections.unmodifiableCollection(Arrays.asList(elements)));
    private static final BuiltIn IMMUTABLE_MAP = MapForm.immutable(Filling::immutable);
    private static final BuiltIn IMMUTABLE_MAP_OF_ANY = MapForm.immutable(Filling::view);

    static final BuiltIns.Part PART = new BuiltIns.Part(18, all(), unnamed());

    private Containers() {}

    /** In the order of the wire. */
    private static List<BuiltIn> all() {
        return List.of(
                ARRAY_LIST,
                IMMUTABLE_LIST,
                IMMUTABLE_LIST_OF_ANY,
                AS_LIST,
                CollectionForm.filled(HashSet.class, size -> new HashSet<>(Filling.capacity(size))),
                LINKED_SET,
                IMMUTABLE_SET,
                IMMUTABLE_SET_OF_ANY,
                TREE_SET,
                MapForm.hashed(HashMap.class, size -> new HashMap<>(Filling.capacity(size))),
                LINKED_MAP,
                IMMUTABLE_MAP,
                IMMUTABLE_MAP_OF_ANY,
                TREE_MAP,
                MapForm.hashed(Hashtable.class, size -> new Hashtable<>(Filling.capacity(size))),
                LINKED_LIST,
                CollectionForm.added(ArrayDeque.class, ArrayDeque::new),
                CollectionForm.sorted(PriorityQueue.class, PriorityQueue::new),
                CollectionForm.added(Vector.class, Vector::new),
                CollectionForm.added(Stack.class, size -> new Stack<>()),
                MapForm.hashed(ConcurrentHashMap.class, size -> new ConcurrentHashMap<>(Filling.capacity(size))),
                CollectionForm.added(CopyOnWriteArrayList.class, size -> new CopyOnWriteArrayList<>()),
                IMMUTABLE_COLLECTION,
                MapForm.hashed(Properties.class, Properties::new),
                MapForm.hashed(IdentityHashMap.class, IdentityHashMap::new),
                CollectionForm.sorted(ConcurrentSkipListSet.class, ConcurrentSkipListSet::new),
                MapForm.sorted(ConcurrentSkipListMap.class, ConcurrentSkipListMap::new),
                CollectionForm.added(ConcurrentLinkedQueue.class, size -> new ConcurrentLinkedQueue<>()),
                CollectionForm.added(ConcurrentLinkedDeque.class, size -> new ConcurrentLinkedDeque<>()),
                CollectionForm.added(LinkedBlockingQueue.class, size -> new LinkedBlockingQueue<>()),
                CollectionForm.added(LinkedBlockingDeque.class, size -> new LinkedBlockingDeque<>()),
                CollectionForm.sorted(PriorityBlockingQueue.class, order -> new PriorityBlockingQueue<>(11, order)),
                new EnumContainers.Sets(),
                new EnumContainers.Maps(),
                ENTRY,
                HolderForm.entry(AbstractMap.SimpleEntry.class, true, AbstractMap.SimpleEntry::new),
                HolderForm.one(
                        Optional.class, false, value -> ((Optional<?>) value).orElse(null), Optional::ofNullable),
                HolderForm.one(
                        AtomicReference.class,
                        true,
                        value -> ((AtomicReference<?>) value).get(),
                        held -> new AtomicReference<>(held)),
                CollectionForm.filled(CopyOnWriteArraySet.class, size -> new CopyOnWriteArraySet<>()),
                CollectionForm.added(LinkedTransferQueue.class, size -> new LinkedTransferQueue<>()));
    }

    /** The classes behind the JDK's factory methods, which have no public names. */
    private static Map<Class<?>, BuiltIn> unnamed() {
        ArrayList<Integer> random = new ArrayList<>(List.of(0));
        Map<Class<?>, BuiltIn> unnamed = new HashMap<>();
        put(unnamed, AS_LIST, Arrays.asList(0));
        put(unnamed, IMMUTABLE_LIST, List.of(0), List.of(0, 1, 2).subList(1, 2));
        // The class of List.of(0, 1, 2) is also that of Stream.toList(), where nulls may stand.
        put(unnamed, IMMUTABLE_LIST_OF_ANY, List.of(0, 1, 2), Collections.nCopies(1, 0));
        put(unnamed, IMMUTABLE_LIST_OF_ANY, Collections.emptyList(), Collections.singletonList(0));
        put(unnamed, IMMUTABLE_LIST_OF_ANY, Collections.unmodifiableList(random));
        put(unnamed, IMMUTABLE_LIST_OF_ANY, Collections.unmodifiableList(new LinkedList<>(random)));
        put(unnamed, IMMUTABLE_SET, Set.of(0), Set.of(0, 1, 2));
        put(unnamed, IMMUTABLE_SET_OF_ANY, Collections.emptySet(), Collections.singleton(0));
        put(unnamed, IMMUTABLE_SET_OF_ANY, Collections.unmodifiableSet(new HashSet<>(random)));
        put(unnamed, IMMUTABLE_COLLECTION, Collections.unmodifiableCollection(random));
        put(unnamed, IMMUTABLE_MAP, Map.of(0, 0), Map.of(0, 0, 1, 1));
        put(unnamed, IMMUTABLE_MAP_OF_ANY, Collections.emptyMap(), Collections.singletonMap(0, 0));
        put(unnamed, IMMUTABLE_MAP_OF_ANY, Collections.unmodifiableMap(new HashMap<>()));
        return unnamed;
    }

    private static void put(Map<Class<?>, BuiltIn> forms, BuiltIn form, Object... examples) {
        for (Object example : examples) {
            forms.put(example.getClass(), form);
        }
    }

    private static List<?> view(@Nullable Object[] elements) {
        for (Object element : elements) {
            if (element == null) {
                return Collections.unmodifiableList(Arrays.asList(elements));
            }
        }
        return List.of(elements);
    }
}
