package dev.wherry.http.json;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The collections and maps of the JDK that values are read into, by the declared class. */
@SuppressWarnings("JdkObsolete") // programs declare them
final class Containers {
    private static final Map<Class<?>, Supplier<? extends Collection<@Nullable Object>>> COLLECTIONS = Map.ofEntries(
            Map.entry(Collection.class, ArrayList::new),
            Map.entry(SequencedCollection.class, ArrayList::new),
            Map.entry(List.class, ArrayList::new),
            Map.entry(ArrayList.class, ArrayList::new),
            Map.entry(LinkedList.class, LinkedList::new),
            Map.entry(CopyOnWriteArrayList.class, CopyOnWriteArrayList::new),
            Map.entry(Set.class, LinkedHashSet::new),
            Map.entry(SequencedSet.class, LinkedHashSet::new),
            Map.entry(HashSet.class, HashSet::new),
            Map.entry(LinkedHashSet.class, LinkedHashSet::new),
            Map.entry(SortedSet.class, TreeSet::new),
            Map.entry(NavigableSet.class, TreeSet::new),
            Map.entry(TreeSet.class, TreeSet::new),
            Map.entry(Queue.class, ArrayDeque::new),
            Map.entry(Deque.class, ArrayDeque::new),
            Map.entry(ArrayDeque.class, ArrayDeque::new),
            Map.entry(PriorityQueue.class, PriorityQueue::new),
            Map.entry(EnumSet.class, LinkedHashSet::new));

    private static final Map<Class<?>, Supplier<? extends Map<@Nullable Object, @Nullable Object>>> MAPS =
            Map.ofEntries(
                    Map.entry(Map.class, LinkedHashMap::new),
                    Map.entry(SequencedMap.class, LinkedHashMap::new),
                    Map.entry(HashMap.class, HashMap::new),
                    Map.entry(LinkedHashMap.class, LinkedHashMap::new),
                    Map.entry(SortedMap.class, TreeMap::new),
                    Map.entry(NavigableMap.class, TreeMap::new),
                    Map.entry(TreeMap.class, TreeMap::new),
                    Map.entry(ConcurrentMap.class, ConcurrentHashMap::new),
                    Map.entry(ConcurrentHashMap.class, ConcurrentHashMap::new),
                    Map.entry(EnumMap.class, LinkedHashMap::new));

    private Containers() {}

    static boolean isCollection(Class<?> type) {
        return COLLECTIONS.containsKey(type);
    }

    static boolean isMap(Class<?> type) {
        return MAPS.containsKey(type);
    }

    /** @param part the class of the elements */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static JsonType collection(Class<?> type, Class<?> part, JsonType element) {
        Supplier<? extends Collection<@Nullable Object>> maker =
                type == EnumSet.class ? () -> (Collection) EnumSet.noneOf((Class) part) : COLLECTIONS.get(type);
        return new ListType(element, requireMaker(maker));
    }

    /** @param part the class of the keys */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static JsonType map(Class<?> type, Class<?> part, JsonType key, JsonType value) {
        Supplier<? extends Map<@Nullable Object, @Nullable Object>> maker =
                type == EnumMap.class ? () -> (Map) new EnumMap((Class) part) : MAPS.get(type);
        return new MapType(key, value, requireMaker(maker));
    }

    private static <T> T requireMaker(@Nullable T maker) {
        if (maker == null) {
            throw new IllegalArgumentException("not a container");
        }
        return maker;
    }
}
