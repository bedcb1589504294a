package dev.wherry.testkit.codec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Sorted containers whose comparator reads one number of each key. The keys need not be hashed, and they cannot be. */
final class SortedKeys {
    private static final int MANY = 60;
    private static final Comparator<HashingKeys.ThreeFields> ORDER = new HashingKeys.ByThird();

    private SortedKeys() {}

    /** Returns the containers, by their type and by the way in which the keys refer to one another. */
    static Map<String, Object> all() {
        Map<String, Object> all = new LinkedHashMap<>();
        containers().forEach((name, container) -> {
            all.put(name + " of nodes in a ring", container.apply(ring()));
            all.put(name + " of levels that share their parts", container.apply(levels()));
        });
        return all;
    }

    /** Returns groups that hash their members. Each member refers to its group. */
    static Map<String, HashingKeys.HashesTwo> groups() {
        Map<String, HashingKeys.HashesTwo> groups = new LinkedHashMap<>();
        containers().forEach((name, container) -> groups.put(name, group(container)));
        return groups;
    }

    private static Map<String, Function<List<HashingKeys.ThreeFields>, Object>> containers() {
        Map<String, Function<List<HashingKeys.ThreeFields>, Object>> containers = new LinkedHashMap<>();
        containers.put("set", keys -> filled(new TreeSet<>(ORDER), keys));
        containers.put("map", keys -> filled(new TreeMap<>(ORDER), keys));
        containers.put("queue", keys -> filled(new PriorityQueue<>(ORDER), keys));
        containers.put("blocking queue", keys -> filled(new PriorityBlockingQueue<>(1, ORDER), keys));
        containers.put("concurrent set", keys -> filled(new ConcurrentSkipListSet<>(ORDER), keys));
        containers.put("concurrent map", keys -> filled(new ConcurrentSkipListMap<>(ORDER), keys));
        return containers;
    }

    private static Object filled(Collection<HashingKeys.ThreeFields> container, List<HashingKeys.ThreeFields> keys) {
        container.addAll(keys);
        return container;
    }

    private static Object filled(Map<HashingKeys.ThreeFields, Integer> container, List<HashingKeys.ThreeFields> keys) {
        keys.forEach(key -> container.put(key, 1));
        return container;
    }

    private static HashingKeys.HashesTwo group(Function<List<HashingKeys.ThreeFields>, Object> container) {
        List<HashingKeys.ThreeFields> members = IntStream.range(0, MANY)
                .mapToObj(i -> numbered(new HashingKeys.ThreeFields(), i))
                .toList();
        HashingKeys.HashesTwo group = new HashingKeys.HashesTwo();
        group.first = container.apply(members);
        members.forEach(member -> member.first = group);
        return group;
    }

    /** Returns nodes whose hash codes would never end. */
    private static List<HashingKeys.ThreeFields> ring() {
        List<HashingKeys.ThreeFields> nodes = nodes();
        for (int i = 0; i < MANY; i++) {
            nodes.get(i).first = nodes.get((i + 1) % MANY);
            nodes.get(i).second = nodes.get((i + 2) % MANY);
        }
        return nodes;
    }

    /** Returns nodes whose hash codes would take exponential time. */
    private static List<HashingKeys.ThreeFields> levels() {
        List<HashingKeys.ThreeFields> nodes = nodes();
        for (int i = 1; i < MANY; i++) {
            nodes.get(i).first = nodes.get(i - 1);
            nodes.get(i).second = nodes.get(i - 1);
        }
        return nodes;
    }

    private static List<HashingKeys.ThreeFields> nodes() {
        List<HashingKeys.ThreeFields> nodes = new ArrayList<>();
        IntStream.range(0, MANY).forEach(i -> nodes.add(numbered(new HashingKeys.HashesTwo(), i)));
        return nodes;
    }

    private static HashingKeys.ThreeFields numbered(HashingKeys.ThreeFields node, int number) {
        node.third = number;
        return node;
    }
}
