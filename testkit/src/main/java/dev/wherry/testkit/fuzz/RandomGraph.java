package dev.wherry.testkit.fuzz;

import dev.wherry.testkit.fuzz.Fuzzed.Child;
import dev.wherry.testkit.fuzz.Fuzzed.Failure;
import dev.wherry.testkit.fuzz.Fuzzed.Form;
import dev.wherry.testkit.fuzz.Fuzzed.Side;
import dev.wherry.testkit.fuzz.Fuzzed.Twin;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Objects that cost a reader much and their sender little. RandomKeys are empty while they are put into their containers.
 * Then they are filled with objects that were created before, or with those that hold them.
 */
@SuppressWarnings("JdkObsolete") // users have such classes
final class RandomGraph {
    private static final List<Supplier<Collection<Object>>> COLLECTIONS = List.of(
            HashSet::new,
            LinkedHashSet::new,
            TreeSet::new,
            PriorityQueue::new,
            CopyOnWriteArraySet::new,
            ConcurrentSkipListSet::new,
            ArrayList::new,
            LinkedList::new,
            Vector::new,
            ArrayDeque::new,
            ConcurrentLinkedQueue::new,
            LinkedBlockingQueue::new);

    private static final List<Supplier<Map<Object, Object>>> MAPS = List.of(
            HashMap::new,
            LinkedHashMap::new,
            TreeMap::new,
            Hashtable::new,
            ConcurrentHashMap::new,
            IdentityHashMap::new);

    private static final int MOST_KEYS = 8_000;

    private final Random random;
    private final int size;
    private final Collection<Object> root;
    /** Whether objects refer to the objects around them. */
    private final boolean cyclic;
    /** Whether objects that hold others also hash them. */
    private final boolean pure;

    private final List<Object> links = new ArrayList<>();
    private final List<Runnable> fillings = new ArrayList<>();

    private RandomGraph(Random random, int size) {
        this.random = random;
        this.size = size;
        cyclic = random.nextInt(3) == 0;
        pure = random.nextBoolean();
        root = random.nextBoolean() ? new LinkedList<>() : new ArrayList<>();
    }

    /**
     * Creates a graph.
     *
     * @param size the approximate size of the message
     */
    static Object of(Random random, int size) {
        return new RandomGraph(random, size).made();
    }

    private Object made() {
        if (random.nextInt(8) == 0) {
            return container(false, RandomKeys.any(random), random.nextInt(MOST_KEYS));
        }
        int count = random.nextInt(40);
        for (int i = 0; i < count; i++) {
            links.add(link(i));
        }
        List<Object> parts = new ArrayList<>(links);
        int consumers = random.nextInt(1, 1 + Math.max(1, size / 40));
        int each = size / consumers / 8;
        IntFunction<Object> keys = RandomKeys.any(random);
        boolean linked = random.nextBoolean();
        for (int i = 0; i < consumers; i++) {
            boolean usual = random.nextInt(6) > 0;
            parts.add(container(linked == usual, usual ? keys : RandomKeys.any(random), random.nextInt(1 + each)));
        }
        fillings.forEach(Runnable::run);
        root.addAll(parts);
        return random.nextInt(4) == 0 ? around(parts) : root;
    }

    /** Returns a map whose keys are in order. */
    private Object around(List<Object> parts) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (Object part : parts) {
            map.put(map.size(), part);
        }
        return map;
    }

    private Object before(int number) {
        return switch (random.nextInt(20)) {
            case 0 -> cyclic ? root : number;
            case 1 -> number < 1 ? 1 : links.get(random.nextInt(cyclic ? links.size() : number));
            case 2 -> random.nextBoolean() ? Side.LEFT : Side.RIGHT;
            default -> number < 2 ? 1 : links.get(number - 1 - random.nextInt(2));
        };
    }

    private Object link(int number) {
        return switch (random.nextInt(pure ? 6 : 12)) {
            case 0, 1, 2 -> {
                Map.Entry<Object, Object> entry = new AbstractMap.SimpleEntry<>(before(number), null);
                fillings.add(() -> entry.setValue(before(number)));
                yield entry;
            }
            case 3, 4 -> filled(new ArrayList<>(List.of(number)), number);
            case 5 -> filled(new LinkedList<>(List.of(number)), number);
            case 6 -> new Twin(number, filled(new ArrayList<>(List.of(number)), number));
            case 7 -> {
                AtomicReference<Object> reference = new AtomicReference<>();
                fillings.add(() -> reference.set(before(number)));
                yield reference;
            }
            case 8 -> {
                Child child = new Child("child " + number);
                fillings.add(() -> child.parent = before(number));
                yield child;
            }
            case 9 -> new AbstractMap.SimpleImmutableEntry<>(number, filled(new ArrayList<>(List.of(number)), number));
            case 10 -> other(number);
            default -> {
                Object[] array = new Object[2];
                fillings.add(() -> Arrays.setAll(array, any -> before(number)));
                yield array;
            }
        };
    }

    private Object other(int number) {
        return switch (random.nextInt(5)) {
            case 0 -> new Form(filled(new ArrayList<>(List.of(number)), number));
            case 1 -> new Failure(filled(new ArrayList<>(List.of(number)), number));
            case 2 -> new EnumMap<>(Map.of(Side.LEFT, filled(new ArrayList<>(List.of(number)), number)));
            case 3 -> new int[random.nextInt(2)][random.nextInt(1 + Math.min(50, size))][1];
            default -> Collections.unmodifiableList(filled(new ArrayList<>(List.of(number)), number));
        };
    }

    private <T extends Collection<Object>> T filled(T list, int number) {
        fillings.add(() -> {
            list.clear();
            list.addAll(Arrays.asList(before(number), before(number)));
        });
        return list;
    }

    private Object container(boolean linked, IntFunction<Object> others, int count) {
        List<Object> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (!linked) {
                keys.add(others.apply(i));
            } else if (!links.isEmpty()) {
                keys.add(links.get(random.nextInt(links.size())));
            }
        }
        try {
            return switch (random.nextInt(8)) {
                case 0 -> Set.copyOf(keys);
                case 1 -> Collections.unmodifiableSet(new HashSet<>(keys));
                case 2, 3 -> map(MAPS.get(random.nextInt(MAPS.size())).get(), keys);
                default -> {
                    Collection<Object> collection =
                            COLLECTIONS.get(random.nextInt(COLLECTIONS.size())).get();
                    collection.addAll(keys);
                    yield collection;
                }
            };
        } catch (ClassCastException e) { // the keys cannot be compared
            return new HashSet<>(keys);
        }
    }

    private static Map<Object, Object> map(Map<Object, Object> map, List<Object> keys) {
        for (Object key : keys) {
            map.put(key, 1);
        }
        return map;
    }
}
