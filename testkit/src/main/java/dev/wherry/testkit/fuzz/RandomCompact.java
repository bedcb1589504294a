package dev.wherry.testkit.fuzz;

import dev.wherry.spi.Definition;
import dev.wherry.spi.Out;
import dev.wherry.testkit.codec.Message;
import dev.wherry.testkit.codec.ObjectStreamBytes;
import dev.wherry.testkit.fuzz.CompactPrefixes.Prefix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * One message of codec {@code compact}. It is a list of values that hold the values before them or around them many
 * times. Containers follow that hash, compare or search such values, or other expensive keys.
 */
final class RandomCompact {
    private static final int NULL = 0;
    private static final int BACK = 1;
    private static final int OWN_FORM = 5;
    /** In a container, each element has its own head. */
    private static final int OPEN = 0;

    private static final int MOST_KEYS = 10_000;
    private static final int MOST_LEAVES = 25_000;

    /** The number of sets with one hash code in a set of sets. */
    private static final int MOST_IN_SET = 16;

    private static final List<String> ELEMENTS = List.of(
            "Ljava.lang.Object;",
            "Ljava.lang.String;",
            "Ljava.io.EOFException;",
            "L" + Fuzzed.Twin.class.getName() + ";",
            "Lno.Such;",
            "I");

    private final CompactPrefixes prefixes;
    private final Random random;
    private final int size;
    private final Out out = new Out(64);
    private final RandomDefinitions definitions;
    /** The numbers of values that may be used as keys. */
    private final List<Integer> keys = new ArrayList<>();

    /** Whether some numbers of elements are wrong. */
    private final boolean lies;

    /** Whether values refer to the values around them. */
    private final boolean cyclic;

    /** Whether values that hold others also hash them. */
    private final boolean pure;

    /** Values that are being written and are created only when complete. A reference back to one would be refused. */
    private final Set<Integer> unmade = new HashSet<>();

    private int numbered;

    RandomCompact(CompactPrefixes prefixes, Random random) {
        this.prefixes = prefixes;
        this.random = random;
        size = Seeds.size(random);
        lies = random.nextInt(6) == 0;
        cyclic = random.nextInt(3) == 0;
        pure = random.nextBoolean();
        definitions = new RandomDefinitions(random, prefixes.definitions());
    }

    Message message() {
        switch (random.nextInt(12)) {
            case 0 -> claims();
            case 1 -> sets();
            case 3 -> one();
            case 2 -> definitions.exception(out, this::number, this::dropped);
            default -> graph();
        }
        while (lies && out.size() < size) {
            out.writeByte(NULL);
        }
        List<Definition> all = definitions.all();
        return new Message(out.copy(), all, List.of());
    }

    private void graph() {
        int root = begin(prefixes.list);
        int links = random.nextInt(60);
        int consumers = random.nextInt(1, 1 + Math.max(1, size / 20));
        count(links + consumers);
        for (int i = 0; i < links; i++) {
            link(root);
        }
        int each = Math.max(1, (size - out.size()) / consumers);
        boolean maps = random.nextInt(3) == 0;
        Prefix usual = any(maps ? prefixes.maps : prefixes.collections);
        IntFunction<Object> keys = RandomKeys.any(random);
        int kind = random.nextInt(6);
        int rarity = random.nextInt(8);
        for (int i = 0; i < consumers; i++) {
            if (random.nextInt(12) == 0) {
                rare(rarity, each);
            } else {
                fill(usual, kind, keys, each);
            }
        }
    }

    /** Adds values that few messages have, since a reader mostly refuses them. */
    private void rare(int rarity, int most) {
        switch (rarity) {
            case 0 -> array(most);
            case 1 -> definitions.value(out, this::number, this::leaf);
            case 2 -> ownForm();
            default ->
                fill(
                        any(random.nextBoolean() ? prefixes.maps : prefixes.collections),
                        random.nextInt(6),
                        RandomKeys.any(random),
                        most);
        }
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** Writes the start of a value. Returns its number, or -1 if it has none. */
    private int begin(Prefix prefix) {
        out.write(prefix.bytes(), 0, prefix.bytes().length);
        return prefix.numbered() ? number() : -1;
    }

    private int number() {
        return numbered++;
    }

    /** Writes the number of elements, or a larger one: the number of bytes that are left. */
    private void count(int honest) {
        boolean more = lies && random.nextInt(4) == 0 && size > out.size() + 10;
        out.writeSize(more ? size - out.size() - 10 : honest);
        out.writeByte(OPEN);
    }

    /** Writes a value that is read only to be discarded. Most of it has classes that do not exist here. */
    private void dropped() {
        if (random.nextBoolean()) {
            graph();
            return;
        }
        begin(prefixes.list);
        int count = random.nextInt(1 + size / 3);
        count(count);
        for (int i = 0; i < count; i++) {
            definitions.value(out, this::number, this::leaf);
        }
    }

    /** Writes a value that holds one or two of the values before it or around it. */
    private void link(int root) {
        Prefix prefix = random.nextInt(6) == 0 ? prefixes.list : any(pure ? prefixes.hashed : prefixes.holders);
        int before = numbered;
        int number = begin(prefix);
        int parts = prefix.parts();
        boolean open = prefix.equals(prefixes.list) || prefix.equals(prefixes.child);
        if (!open) {
            unmade.add(number);
        }
        if (prefix.equals(prefixes.list)) {
            parts = 2;
            count(parts);
        }
        for (int i = 0; i < parts; i++) {
            switch (random.nextInt(24)) {
                case 0 -> back(cyclic ? root : before - 1);
                case 1 -> back(cyclic && open ? number : before - 1);
                case 2 -> leaf();
                case 3 -> back(random.nextInt(cyclic ? 0 : 1, 1 + Math.max(1, before)));
                case 4 -> {
                    if (out.size() < size) {
                        link(root);
                    } else {
                        leaf();
                    }
                }
                default -> back(Math.max(root + 1, before - 1 - random.nextInt(2)));
            }
        }
        unmade.remove(number);
        if (prefixes.hashed.contains(prefix) && number >= 0) {
            keys.add(number);
        }
    }

    private void back(int number) {
        if (number < 0 || number >= numbered || unmade.contains(number)) {
            out.writeByte(NULL);
        } else {
            out.writeByte(BACK);
            out.writeSize(number);
        }
    }

    private void leaf() {
        write(random.nextInt(100));
    }

    private void fill(Prefix prefix, int kind, IntFunction<Object> keys, int most) {
        begin(prefix);
        int count = random.nextInt(1 + Math.max(1, Math.min(10_000, most / (kind < 3 ? 3 : 8))));
        count(count);
        int end = out.size() + most;
        for (int i = 0; i < count; i++) {
            for (int part = 0; part < prefix.parts(); part++) {
                if (out.size() > end + size) {
                    out.writeByte(NULL);
                } else if (part == 1) {
                    write(i);
                } else {
                    key(kind, i, keys);
                }
            }
        }
    }

    private void key(int kind, int number, IntFunction<Object> others) {
        switch (kind) {
            case 0 -> back(keys.isEmpty() ? -1 : keys.get(keys.size() - 1 - number % keys.size()));
            case 1 -> back(keys.isEmpty() ? -1 : any(keys));
            case 2 -> back(random.nextInt(1 + numbered));
            default -> write(others.apply(number));
        }
    }

    /** Writes a JDK value with its parts. */
    private void write(Object value) {
        switch (value) {
            case Collection<?> some -> {
                begin(some instanceof List<?> ? prefixes.list : prefixes.hashSet);
                out.writeSize(some.size());
                out.writeByte(OPEN);
                some.forEach(this::write);
            }
            case Map.Entry<?, ?> entry -> {
                begin(prefixes.hashed.getFirst());
                write(entry.getKey());
                write(entry.getValue());
            }
            default -> prefixes.encode(value, out);
        }
    }

    /** Writes nested containers, each of which claims as many elements as bytes follow. */
    private void claims() {
        List<Prefix> all = new ArrayList<>(prefixes.collections);
        all.addAll(prefixes.maps);
        all.add(prefixes.array);
        Prefix one = any(all);
        boolean mixed = random.nextInt(4) == 0;
        int bytes = 2 * size;
        while (out.size() < size) {
            Prefix next = mixed ? any(all) : one;
            begin(next);
            if (next.equals(prefixes.array)) {
                out.writeText(null);
            }
            out.writeSize(bytes - out.size() - 8);
            out.writeByte(OPEN);
        }
        while (out.size() < bytes) {
            out.writeByte(NULL);
        }
    }

    /** Writes one container with as many keys as possible. */
    private void one() {
        Prefix container;
        IntFunction<Object> keys;
        switch (random.nextInt(4)) {
            case 0 -> {
                container = prefixes.sortedSet;
                keys = RandomKeys.decimals(random);
            }
            case 1 -> {
                container = prefixes.hashSet;
                keys = RandomKeys.mixed(random);
            }
            default -> {
                container = any(random.nextBoolean() ? prefixes.maps : prefixes.collections);
                keys = RandomKeys.any(random);
            }
        }
        begin(container);
        int count = random.nextInt(MOST_KEYS);
        count(count);
        for (int i = 0; i < count; i++) {
            write(keys.apply(i));
            if (container.parts() == 2) {
                out.writeByte(NULL);
            }
        }
    }

    private void sets() {
        int each = random.nextInt(2, MOST_IN_SET);
        int levels = random.nextInt(1, 5);
        while (Math.pow(each, levels) > MOST_LEAVES) {
            levels--;
        }
        sets(levels, 0, each);
    }

    /** Writes a set of sets with one hash code, to a number of levels, above lists of two numbers. */
    private void sets(int levels, int number, int each) {
        if (levels == 0) {
            write(Arrays.asList(number, 1_000 - 31 * number));
            return;
        }
        begin(prefixes.hashSet);
        out.writeSize(each);
        out.writeByte(OPEN);
        for (int i = 0; i < each; i++) {
            sets(levels - 1, i < each - 1 ? i : i + number, each);
        }
    }

    private void array(int most) {
        begin(prefixes.array);
        String element = any(ELEMENTS);
        int dimensions = random.nextInt(10) == 0 ? random.nextInt(300) : random.nextInt(4);
        out.writeText(
                "[".repeat(dimensions) + (dimensions == 0 ? element.substring(1).replace(";", "") : element));
        int count = random.nextInt(1 + most);
        count(count);
        for (int i = 0; i < count; i++) {
            out.writeByte(NULL);
        }
    }

    private void ownForm() {
        out.writeByte(OWN_FORM);
        ObjectStreamBytes.writeWithin(ObjectStreams.of(random, Math.min(size, 1_000)), out);
    }
}
