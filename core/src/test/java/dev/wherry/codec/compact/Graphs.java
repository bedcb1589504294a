package dev.wherry.codec.compact;

import dev.wherry.codec.compact.Shapes.*;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** Makes values of all kinds, nested and shared; the same for the same seed. */
final class Graphs {
    private final Random random;
    private final List<Node> nodes = new ArrayList<>();

    Graphs(Random random) {
        this.random = random;
    }

    /** The next value, with new nodes of its own. */
    Object next() {
        nodes.clear();
        return value(random.nextInt(1, 6));
    }

    private Object value(int depth) {
        return depth <= 0 || random.nextInt(3) == 0 ? leaf() : composite(depth - 1);
    }

    private Object leaf() {
        return switch (random.nextInt(14)) {
            case 0 -> null;
            case 1 -> random.nextInt();
            case 2 -> random.nextLong();
            case 3 -> random.nextBoolean();
            case 4 -> text();
            case 5 -> BigDecimal.valueOf(random.nextLong(), random.nextInt(-50, 50));
            case 6 -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
            case 7 -> Fish.values()[random.nextInt(2)];
            case 8 -> new Point(random.nextInt(100), random.nextInt());
            case 9 -> new Dog(random.nextInt(100));
            case 10 -> random.nextDouble();
            case 11 -> random.ints(random.nextInt(5)).toArray();
            case 12 -> Person.number(random.nextInt(1000));
            default -> (char) random.nextInt(65536);
        };
    }

    String text() {
        return switch (random.nextInt(3)) {
            case 0 -> "word" + random.nextInt(20);
            case 1 ->
                random.ints(random.nextInt(40), 0, 65536)
                        .collect(StringBuilder::new, (all, each) -> all.append((char) each), StringBuilder::append)
                        .toString();
            default -> "x".repeat(random.nextInt(60));
        };
    }

    private Object composite(int depth) {
        return switch (random.nextInt(14)) {
            case 0 -> list(depth);
            case 1 -> Collections.unmodifiableList(list(depth));
            case 2 -> Arrays.asList(value(depth), value(depth));
            case 3 -> new HashSet<>(List.of(text(), random.nextInt(), new Point(1, random.nextInt(9))));
            case 4 -> map(depth, new HashMap<>());
            case 5 -> map(depth, new LinkedHashMap<>());
            case 6 -> {
                Map<String, Object> sorted = new TreeMap<>();
                sorted.put(text(), value(depth));
                yield sorted;
            }
            case 7 -> new Pair<>(value(depth), value(depth));
            case 8 -> Optional.ofNullable(value(depth));
            case 9 -> new Object[] {value(depth), value(depth)};
            case 10 -> new Link(random.nextInt(), new Link(random.nextInt(), null));
            case 11 -> {
                Bag bag = new Bag();
                bag.anything = value(depth);
                yield bag;
            }
            case 12 -> new Parcel(random.nextInt(), text(), random.nextBoolean() ? other() : value(depth));
            default -> node(depth);
        };
    }

    private List<Object> list(int depth) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            list.add(value(depth));
        }
        return list;
    }

    private Map<Object, Object> map(int depth, Map<Object, Object> map) {
        for (int i = random.nextInt(4); i > 0; i--) {
            map.put(random.nextBoolean() ? text() : (Object) new Point(i, i), value(depth));
        }
        return map;
    }

    private Node node(int depth) {
        Node node = new Node(random.nextInt());
        nodes.add(node);
        node.next = other();
        for (int i = random.nextInt(3); i > 0; i--) {
            node.children.add(depth > 0 && random.nextBoolean() ? node(depth - 1) : other());
        }
        if (random.nextBoolean()) {
            node.names.put(other(), text());
        }
        return node;
    }

    private Node other() {
        return nodes.isEmpty() || random.nextBoolean() ? null : nodes.get(random.nextInt(nodes.size()));
    }
}
