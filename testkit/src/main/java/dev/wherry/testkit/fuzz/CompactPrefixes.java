package dev.wherry.testkit.fuzz;

import dev.wherry.Limits;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import dev.wherry.testkit.fuzz.Fuzzed.Child;
import dev.wherry.testkit.fuzz.Fuzzed.Failure;
import dev.wherry.testkit.fuzz.Fuzzed.Side;
import dev.wherry.testkit.fuzz.Fuzzed.Twin;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
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
import java.util.ServiceLoader;
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

/** The first bytes of values of codec {@code compact}, up to their parts. They are copied from encoded empty values. */
final class CompactPrefixes {
    private static final int BACK = 1;

    final List<Prefix> collections;
    final List<Prefix> maps;
    /** Prefixes of values that hold one or two others: entries, optionals, records, and objects of users' classes. */
    final List<Prefix> holders;
    /** Prefixes of values that hash their parts. */
    final List<Prefix> hashed;

    final Prefix list;
    final Prefix array;
    final Prefix child;
    final Prefix hashSet;
    final Prefix sortedSet;
    private final Coder open;
    private final List<Definition> definitions = new ArrayList<>();

    /**
     * The first bytes of a value.
     *
     * @param parts the number of parts that follow; for a container, per element
     * @param numbered whether something may refer back to the value
     */
    @SuppressWarnings("ArrayRecordComponent") // records of this class are never compared
    record Prefix(byte[] bytes, int parts, boolean numbered) {}

    @SuppressWarnings("JdkObsolete") // users have such classes
    CompactPrefixes(Types types) {
        open = ServiceLoader.load(Codec.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(codec -> codec.name().equals("compact"))
                .findFirst()
                .orElseThrow()
                .coder(new Declared(Object.class, "a value"), types);
        list = prefix(new ArrayList<>(), 1, 2);
        array = prefix(new Object[0], 1, 3);
        child = prefix(new Child(), 1, 1);
        hashSet = prefix(new HashSet<>(), 1, 2);
        sortedSet = prefix(new TreeSet<>(), 1, 2);
        collections = List.of(
                list,
                prefix(List.of(), 1, 2),
                prefix(Collections.unmodifiableList(new LinkedList<>()), 1, 2),
                prefix(Arrays.asList(), 1, 2),
                hashSet,
                prefix(new LinkedHashSet<>(), 1, 2),
                prefix(Set.of(), 1, 2),
                prefix(Collections.unmodifiableSet(new HashSet<>()), 1, 2),
                sortedSet,
                prefix(new LinkedList<>(), 1, 2),
                prefix(new ArrayDeque<>(), 1, 2),
                prefix(new PriorityQueue<>(), 1, 2),
                prefix(new Vector<>(), 1, 2),
                prefix(new Stack<>(), 1, 2),
                prefix(new CopyOnWriteArrayList<>(), 1, 2),
                prefix(Collections.unmodifiableCollection(new ArrayList<>()), 1, 2),
                prefix(new ConcurrentSkipListSet<>(), 1, 2),
                prefix(new ConcurrentLinkedQueue<>(), 1, 2),
                prefix(new ConcurrentLinkedDeque<>(), 1, 2),
                prefix(new LinkedBlockingQueue<>(), 1, 2),
                prefix(new LinkedBlockingDeque<>(), 1, 2),
                prefix(new PriorityBlockingQueue<>(), 1, 2),
                prefix(new CopyOnWriteArraySet<>(), 1, 2),
                prefix(new LinkedTransferQueue<>(), 1, 2));
        maps = List.of(
                prefix(new HashMap<>(), 2, 2),
                prefix(new LinkedHashMap<>(), 2, 2),
                prefix(Map.of(), 2, 2),
                prefix(Collections.unmodifiableMap(new HashMap<>()), 2, 2),
                prefix(new TreeMap<>(), 2, 2),
                prefix(new Hashtable<>(), 2, 2),
                prefix(new ConcurrentHashMap<>(), 2, 2),
                prefix(new Properties(), 2, 2),
                prefix(new IdentityHashMap<>(), 2, 2),
                prefix(new ConcurrentSkipListMap<>(), 2, 2));
        hashed = List.of(
                prefix(new AbstractMap.SimpleEntry<>(null, null), 2, 2),
                prefix(new AbstractMap.SimpleImmutableEntry<>(null, null), 2, 2),
                prefix(Optional.empty(), 1, 1),
                prefix(new Twin(null, null), 2, 2));
        List<Prefix> holders = new ArrayList<>(hashed);
        holders.add(prefix(new AtomicReference<>(), 1, 1));
        holders.add(child);
        holders.add(prefix(new Failure(null), 1, 1));
        this.holders = List.copyOf(holders);
        encode(Side.LEFT, new Out(64)); // makes the definition
    }

    /** Returns the definitions that prefixes and values name by number. */
    List<Definition> definitions() {
        return definitions;
    }

    /** Writes a value to which nothing refers back. */
    void encode(Object value, Out out) {
        open.encode(value, new To(out));
    }

    /**
     * Encodes an empty value and cuts its parts off.
     *
     * @param without the number of bytes of an empty value that belong to its parts
     */
    private Prefix prefix(Object empty, int parts, int without) {
        Out out = new Out(64);
        encode(empty, out);
        byte[] bytes = Arrays.copyOf(out.copy(), out.size() - without);
        out.size(0);
        encode(new ArrayList<>(Arrays.asList(empty, empty)), out);
        byte[] twice = out.copy();
        boolean back = twice[twice.length - 2] == BACK && twice[twice.length - 1] == 1;
        return new Prefix(bytes, parts, back);
    }

    private final class To extends Encoding {
        To(Out out) {
            super(out);
        }

        @Override
        public int define(Definition definition) {
            if (!definitions.contains(definition)) {
                definitions.add(definition);
            }
            return definitions.indexOf(definition);
        }

        @Override
        public Limits limits() {
            return Limits.defaults();
        }

        @Override
        public boolean travelsByReference(Object value) {
            return false;
        }

        @Override
        public void writeReference(Object object, List<Class<?>> as) {
            throw CodecException.impossible("nothing travels by reference here: " + object);
        }
    }
}
