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

/** Containers whose comparator asks each key for one number. Nobody hashes the keys, and nobody could. */
final class SortedKeys {
    private static final int MANY = 60;
    private static final Comparator<Hashed.Three> ORDER = new Hashed.ByThird();

    private SortedKeys() {}

    /** By their container, and how they are connected. */
    static Map<String, Object> all() {
        Map<String, Object> all = new LinkedHashMap<>();
        containers().forEach((name, container) -> {
            all.put(name + " of nodes that lead to one another", container.apply(ring()));
            all.put(name + " of levels that hold the one before twice", container.apply(levels()));
        });
        return all;
    }

    /** Groups that hash their members, each of which refers to its group. */
    static Map<String, Hashed.Both> groups() {
        Map<String, Hashed.Both> groups = new LinkedHashMap<>();
        containers().forEach((name, container) -> groups.put(name, group(container)));
        return groups;
    }

    private static Map<String, Function<List<Hashed.Three>, Object>> containers() {
        Map<String, Function<List<Hashed.Three>, Object>> containers = new LinkedHashMap<>();
        containers.put("set", keys -> filled(new TreeSet<>(ORDER), keys));
        containers.put("map", keys -> filled(new TreeMap<>(ORDER), keys));
        containers.put("queue", keys -> filled(new PriorityQueue<>(ORDER), keys));
        containers.put("blocking queue", keys -> filled(new PriorityBlockingQueue<>(1, ORDER), keys));
        containers.put("concurrent set", keys -> filled(new ConcurrentSkipListSet<>(ORDER), keys));
        containers.put("concurrent map", keys -> filled(new ConcurrentSkipListMap<>(ORDER), keys));
        return containers;
    }

    private static Object filled(Collection<Hashed.Three> container, List<Hashed.Three> keys) {
        container.addAll(keys);
        return container;
    }

    private static Object filled(Map<Hashed.Three, Integer> container, List<Hashed.Three> keys) {
        keys.forEach(key -> container.put(key, 1));
        return container;
    }

    private static Hashed.Both group(Function<List<Hashed.Three>, Object> container) {
        List<Hashed.Three> members = IntStream.range(0, MANY)
                .mapToObj(i -> numbered(new Hashed.Three(), i))
                .toList();
        Hashed.Both group = new Hashed.Both();
        group.first = container.apply(members);
        members.forEach(member -> member.first = group);
        return group;
    }

    /** Their hash codes would have no end. */
    private static List<Hashed.Three> ring() {
        List<Hashed.Three> nodes = nodes();
        for (int i = 0; i < MANY; i++) {
            nodes.get(i).first = nodes.get((i + 1) % MANY);
            nodes.get(i).second = nodes.get((i + 2) % MANY);
        }
        return nodes;
    }

    /** Their hash codes would take for ever. */
    private static List<Hashed.Three> levels() {
        List<Hashed.Three> nodes = nodes();
        for (int i = 1; i < MANY; i++) {
            nodes.get(i).first = nodes.get(i - 1);
            nodes.get(i).second = nodes.get(i - 1);
        }
        return nodes;
    }

    private static List<Hashed.Three> nodes() {
        List<Hashed.Three> nodes = new ArrayList<>();
        IntStream.range(0, MANY).forEach(i -> nodes.add(numbered(new Hashed.Both(), i)));
        return nodes;
    }

    private static Hashed.Three numbered(Hashed.Three node, int number) {
        node.third = number;
        return node;
    }
}
