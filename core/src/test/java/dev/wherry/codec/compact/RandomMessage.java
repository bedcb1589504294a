package dev.wherry.codec.compact;

import dev.wherry.spi.Out;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/**
 * A value of the JDK's classes, written by hand to cost much: a list of values that hold those before them, as often as
 * they can, and then of containers that hash, compare or search such values, or keys of equal hashes.
 */
final class RandomMessage {
    /** Without those of enums, which need a definition. */
    private static final List<Integer> CONTAINERS = IntStream.range(18, 58)
            .filter(ordinal -> BuiltIns.at(ordinal).getClass().getEnclosingClass() != EnumContainers.class)
            .boxed()
            .toList();

    private static final List<Integer> LINKS = ordinals(
            ArrayList.class, AbstractMap.SimpleEntry.class, Map.Entry.class, Optional.class, AtomicReference.class);
    private static final List<Integer> HASHED =
            ordinals(AbstractMap.SimpleEntry.class, Map.Entry.class, Optional.class);
    private static final int LIST = BuiltInsTest.ordinal(ArrayList.class);
    private static final int SET = BuiltInsTest.ordinal(HashSet.class);
    /** How many sets have one hash. */
    private static final int EQUAL = 16;

    private static final int INTEGER = BuiltInsTest.ordinal(Integer.class);
    private static final int TEXT = BuiltInsTest.ordinal(String.class);
    private static final int DATE_TIME = BuiltInsTest.ordinal(LocalDateTime.class);
    private static final LocalDate DAY = LocalDate.EPOCH;

    private final Random random;
    private final int size;
    private final Out out = new Out(64);
    /** Numbers of values that may stand in keys. */
    private final List<Integer> keys = new ArrayList<>();

    private int kept;

    /** @param size about that of the message */
    private RandomMessage(Random random, int size) {
        this.random = random;
        this.size = size;
    }

    /** The message of this seed. */
    static byte[] of(long seed) {
        Random random = new Random(seed * 0x9E3779B97F4A7C15L); // or what seeds side by side begin with is alike
        int size = random.nextInt(20, random.nextInt(10) == 0 ? 40_000 : 4_000);
        return new RandomMessage(random, size).bytes();
    }

    /** Forms of all containers that hold any number of elements. */
    static List<BuiltIn> containers() {
        return CONTAINERS.stream()
                .map(BuiltIns::at)
                .filter(form -> form instanceof CollectionForm || form instanceof MapForm)
                .toList();
    }

    /** Containers within one another, each of which says that it has as many elements as there are bytes behind it. */
    static byte[] claims(BuiltIn form, int size) {
        RandomMessage message = new RandomMessage(new Random(0), size);
        while (message.out.size() < size / 2) {
            message.head(CONTAINERS.stream()
                    .filter(ordinal -> BuiltIns.at(ordinal) == form)
                    .findFirst()
                    .orElseThrow());
            if (isSorted(form)) {
                message.out.writeByte(0);
            }
            message.out.writeSize(size - message.out.size() - 8);
            message.out.writeByte(Run.OPEN);
        }
        message.out.write(new byte[size - message.out.size()], 0, size - message.out.size());
        return message.out.copy();
    }

    /** A set of sets, so many levels above sets of two numbers with the same sum. */
    static byte[] sets(int levels) {
        RandomMessage message = new RandomMessage(new Random(0), 0);
        message.set(levels, 0);
        return message.out.copy();
    }

    private void set(int levels, int number) {
        head(SET);
        out.writeSize(levels == 0 ? 2 : EQUAL);
        out.writeByte(Run.OPEN);
        if (levels == 0) {
            head(INTEGER);
            out.writeVarInt(number);
            head(INTEGER);
            out.writeVarInt(1_000 - number);
            return;
        }
        for (int i = 0; i < EQUAL; i++) {
            set(levels - 1, i < EQUAL - 1 ? i : i + number);
        }
    }

    private static List<Integer> ordinals(Class<?>... types) {
        return Arrays.stream(types).map(BuiltInsTest::ordinal).toList();
    }

    private byte[] bytes() {
        out.writeByte(Heads.KEPT);
        head(LIST);
        kept++;
        int links = random.nextInt(60);
        int consumers = random.nextInt(1, 1 + Math.max(1, size / 20));
        out.writeSize(links + consumers);
        out.writeByte(Run.OPEN);
        for (int i = 0; i < links; i++) {
            link();
        }
        int each = Math.max(1, (size - out.size()) / consumers);
        int ordinal = CONTAINERS.get(random.nextInt(CONTAINERS.size()));
        for (int i = 0; i < consumers; i++) {
            container(random.nextInt(8) == 0 ? CONTAINERS.get(random.nextInt(CONTAINERS.size())) : ordinal, each);
        }
        return out.copy();
    }

    private void head(int ordinal) {
        out.writeSize(Heads.ofBuiltIn(ordinal));
    }

    /** A value that holds one or two of those before it. */
    private void link() {
        int ordinal = LINKS.get(random.nextInt(random.nextInt(8) == 0 ? LINKS.size() : 3));
        out.writeByte(Heads.KEPT);
        head(ordinal);
        int number = kept++;
        int parts = BuiltIns.at(ordinal).type.getTypeParameters().length;
        if (ordinal == LIST) {
            parts = 2;
            out.writeSize(parts);
            out.writeByte(Run.OPEN);
        }
        for (int i = 0; i < parts; i++) {
            back(number - 1 - random.nextInt(2));
        }
        if (HASHED.contains(ordinal)) {
            keys.add(number);
        }
    }

    private void back(int number) {
        if (number < 1) {
            head(INTEGER);
            out.writeVarInt(1);
        } else {
            out.writeByte(Heads.BACK);
            out.writeSize(number);
        }
    }

    private void container(int ordinal, int most) {
        BuiltIn form = BuiltIns.at(ordinal);
        head(ordinal);
        if (form instanceof HolderForm) {
            for (int i = 0; i < form.type.getTypeParameters().length; i++) {
                key(0, i);
            }
            return;
        }
        int kind = random.nextInt(4);
        int count = random.nextInt(1 + Math.min(10_000, most / (kind == 1 ? 2 : 12)));
        if (isSorted(form)) {
            out.writeByte(random.nextInt(2));
        }
        out.writeSize(count);
        out.writeByte(Run.OPEN);
        for (int i = 0; i < count; i++) {
            key(kind, i);
            if (form instanceof MapForm) {
                key(1, i);
            }
        }
    }

    private void key(int kind, int number) {
        switch (kind) {
            case 0 -> back(keys.isEmpty() ? 0 : keys.get(keys.size() - 1 - number % keys.size()));
            case 1 -> {
                head(INTEGER);
                out.writeVarInt(number);
            }
            case 2 -> {
                head(DATE_TIME); // all of one hash
                out.writeVarLong(DAY.toEpochDay());
                out.writeVarLong((long) number << 32 | ((DAY.hashCode() ^ number) & 0xffffffffL));
            }
            default -> {
                head(TEXT); // all of one hash
                StringBuilder text = new StringBuilder();
                for (int bit = 0; bit < 12; bit++) {
                    text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
                }
                out.writeText(text.toString());
            }
        }
    }

    private static boolean isSorted(BuiltIn form) {
        return SortedSet.class.isAssignableFrom(form.type)
                || SortedMap.class.isAssignableFrom(form.type)
                || form.type == PriorityQueue.class
                || form.type == PriorityBlockingQueue.class;
    }
}
