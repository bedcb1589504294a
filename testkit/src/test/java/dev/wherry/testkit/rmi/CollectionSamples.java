package dev.wherry.testkit.rmi;

import dev.wherry.testkit.rmi.Samples.Outcome;
import java.math.RoundingMode;
import java.util.*;
import java.util.concurrent.ArrayBlockingQueue;
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
import java.util.stream.Stream;

/** The JDK's collections and maps, their wrappers and their views. */
@SuppressWarnings("JdkObsolete") // old programs use such classes
final class CollectionSamples {
    private static final List<String> ELEMENTS = List.of("b", "a", "c");
    private static final Map<String, Integer> PAIRS = new TreeMap<>(Map.of("a", 1, "b", 2));

    private static final String NOT_SERIALIZABLE = "RMI needs Serializable";
    private static final String UNMODIFIABLE = "unmodifiable, but of another class";
    private static final String COPY = "a copy, in which any element may travel";

    private CollectionSamples() {}

    static void addTo(Samples samples) {
        collections(samples);
        maps(samples);
        immutable(samples);
        wrappers(samples);
        views(samples);
        concurrent(samples);
    }

    private static void collections(Samples samples) {
        samples.add(new ArrayList<>(ELEMENTS));
        samples.add(new LinkedList<>(ELEMENTS));
        samples.add(new Vector<>(ELEMENTS));
        Stack<String> stack = new Stack<>();
        stack.push("a");
        samples.add(stack);
        samples.add(new ArrayDeque<>(ELEMENTS));
        samples.add(new HashSet<>(ELEMENTS));
        samples.add(new LinkedHashSet<>(ELEMENTS));
        samples.add(new TreeSet<>(ELEMENTS));
        NavigableSet<String> descending = new TreeSet<>(Comparator.reverseOrder());
        descending.addAll(ELEMENTS);
        samples.add("a set in reverse order", descending);
        samples.add(new PriorityQueue<>(ELEMENTS));
        samples.add("a set of enum constants", EnumSet.of(RoundingMode.UP));
        samples.add("an empty list", new ArrayList<>());
        samples.add("a list with nulls", new ArrayList<>(Arrays.asList(null, "a", null)));
    }

    private static void maps(Samples samples) {
        samples.add(new HashMap<>(PAIRS));
        Map<String, Integer> withNulls = new HashMap<>();
        withNulls.put(null, 1);
        withNulls.put("a", null);
        samples.add("a map with nulls", withNulls);
        samples.add(new LinkedHashMap<>(PAIRS));
        Map<String, Integer> byAccess = new LinkedHashMap<>(16, 0.75f, true);
        byAccess.putAll(PAIRS);
        samples.add("a map in access order", byAccess);
        samples.add(new TreeMap<>(PAIRS));
        Map<String, Integer> insensitive = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        insensitive.putAll(PAIRS);
        samples.add("a map that ignores case", insensitive);
        samples.add(new Hashtable<>(PAIRS));
        samples.add(new IdentityHashMap<>(Map.of("a", 1)));
        samples.add(new EnumMap<>(Map.of(RoundingMode.UP, 1)));
        samples.add(new WeakHashMap<>(PAIRS)).both(Outcome.ONLY_WHERRY, NOT_SERIALIZABLE);
        Properties defaults = new Properties();
        defaults.setProperty("city", "Oslo");
        Properties properties = new Properties(defaults);
        properties.setProperty("name", "ann");
        samples.add("properties with defaults", properties);
        samples.add(new AbstractMap.SimpleEntry<>("a", 1));
        samples.add(new AbstractMap.SimpleImmutableEntry<>("a", 1));
        samples.add("Map.entry", Map.entry("a", 1)).both(Outcome.ONLY_WHERRY, NOT_SERIALIZABLE);
    }

    private static void immutable(Samples samples) {
        samples.add("List.of", List.of());
        samples.add("List.of with one element", List.of("a"));
        samples.add("List.of with many elements", List.of(1, 2, 3));
        samples.add("Set.of with one element", Set.of(1));
        samples.add("Set.of with many elements", Set.of(1, 2, 3));
        samples.add("Map.of", Map.of());
        samples.add("Map.of with one entry", Map.of(1, 2));
        samples.add("Map.of with many entries", Map.of(1, 2, 3, 4));
        samples.add("Stream.toList", Stream.of("a", null).toList());
        samples.add("Arrays.asList", Arrays.asList("a", null));
        samples.add("emptyList", Collections.emptyList()).compact(Outcome.DIFFERENT, UNMODIFIABLE);
        samples.add("emptySet", Collections.emptySet()).compact(Outcome.DIFFERENT, UNMODIFIABLE);
        samples.add("emptyMap", Collections.emptyMap()).compact(Outcome.DIFFERENT, UNMODIFIABLE);
        samples.add("singleton", Collections.singleton("a")).compact(Outcome.DIFFERENT, UNMODIFIABLE);
        samples.add("singletonList", Collections.singletonList("a")).compact(Outcome.DIFFERENT, UNMODIFIABLE);
        samples.add("singletonMap", Collections.singletonMap("a", 1)).compact(Outcome.DIFFERENT, UNMODIFIABLE);
        samples.add("nCopies", Collections.nCopies(3, "x"))
                .compact(Outcome.DIFFERENT, UNMODIFIABLE)
                .java(Outcome.DIFFERENT, "a list, since few bytes could claim many elements");
    }

    private static void wrappers(Samples samples) {
        samples.add("unmodifiableCollection", Collections.unmodifiableCollection(new ArrayList<>(ELEMENTS)));
        samples.add("unmodifiableList", Collections.unmodifiableList(new ArrayList<>(ELEMENTS)));
        samples.add("unmodifiableList linked", Collections.unmodifiableList(new LinkedList<>(ELEMENTS)))
                .compact(Outcome.DIFFERENT, UNMODIFIABLE);
        samples.add("unmodifiableSet", Collections.unmodifiableSet(new HashSet<>(ELEMENTS)))
                .compact(Outcome.DIFFERENT, UNMODIFIABLE);
        samples.add("unmodifiableMap", Collections.unmodifiableMap(new HashMap<>(PAIRS)))
                .compact(Outcome.DIFFERENT, UNMODIFIABLE);
        samples.add("unmodifiableSortedSet", Collections.unmodifiableSortedSet(new TreeSet<>(ELEMENTS)))
                .compact(Outcome.DIFFERENT, COPY);
        samples.add("unmodifiableSortedMap", Collections.unmodifiableSortedMap(new TreeMap<>(PAIRS)))
                .compact(Outcome.DIFFERENT, COPY);
        samples.add("synchronizedList", Collections.synchronizedList(new ArrayList<>(ELEMENTS)))
                .compact(Outcome.DIFFERENT, COPY);
        samples.add("synchronizedSet", Collections.synchronizedSet(new HashSet<>(ELEMENTS)))
                .compact(Outcome.DIFFERENT, COPY);
        samples.add("synchronizedMap", Collections.synchronizedMap(new HashMap<>(PAIRS)))
                .compact(Outcome.DIFFERENT, COPY);
        samples.add("synchronizedSortedMap", Collections.synchronizedSortedMap(new TreeMap<>(PAIRS)))
                .compact(Outcome.DIFFERENT, COPY);
        samples.add("checkedList", Collections.checkedList(new ArrayList<>(ELEMENTS), String.class))
                .compact(Outcome.DIFFERENT, COPY);
        samples.add("newSetFromMap", flags()).compact(Outcome.DIFFERENT, COPY);
        samples.add("asLifoQueue", Collections.asLifoQueue(new ArrayDeque<>(ELEMENTS)))
                .compact(Outcome.DIFFERENT, COPY);
    }

    private static Set<String> flags() {
        Set<String> flags = Collections.newSetFromMap(new ConcurrentHashMap<>());
        flags.add("a");
        return flags;
    }

    private static void views(Samples samples) {
        samples.add("subList", new ArrayList<>(ELEMENTS).subList(0, 2)).both(Outcome.ONLY_WHERRY, NOT_SERIALIZABLE);
        samples.add("keySet", new HashMap<>(PAIRS).keySet()).both(Outcome.ONLY_WHERRY, NOT_SERIALIZABLE);
        samples.add("values", new HashMap<>(PAIRS).values()).both(Outcome.ONLY_WHERRY, NOT_SERIALIZABLE);
        samples.add("headMap", new TreeMap<>(PAIRS).headMap("b"))
                .both(Outcome.DIFFERENT, "a copy; RMI sends the whole map behind the view");
        samples.add("descendingMap", new TreeMap<>(PAIRS).descendingMap())
                .both(Outcome.DIFFERENT, "a copy; RMI sends the whole map behind the view");
        samples.add("headSet", new TreeSet<>(ELEMENTS).headSet("b"));
        samples.add("newKeySet", keys()).compact(Outcome.DIFFERENT, COPY);
    }

    private static Set<String> keys() {
        Set<String> keys = ConcurrentHashMap.newKeySet();
        keys.addAll(ELEMENTS);
        return keys;
    }

    private static void concurrent(Samples samples) {
        samples.add(new ConcurrentHashMap<>(PAIRS));
        samples.add(new ConcurrentSkipListMap<>(PAIRS));
        samples.add(new ConcurrentSkipListSet<>(ELEMENTS));
        samples.add(new CopyOnWriteArrayList<>(ELEMENTS));
        samples.add(new CopyOnWriteArraySet<>(ELEMENTS));
        samples.add(new ConcurrentLinkedQueue<>(ELEMENTS));
        samples.add(new ConcurrentLinkedDeque<>(ELEMENTS));
        samples.add(new LinkedBlockingQueue<>(ELEMENTS));
        samples.add("a bounded queue", new LinkedBlockingQueue<>(7)).compact(Outcome.DIFFERENT, "the bound is lost");
        samples.add(new LinkedBlockingDeque<>(ELEMENTS));
        samples.add(new PriorityBlockingQueue<>(ELEMENTS));
        samples.add(new LinkedTransferQueue<>(ELEMENTS));
        samples.add(new ArrayBlockingQueue<>(5, false, ELEMENTS)).compact(Outcome.DIFFERENT, "the bound is lost");
    }
}
