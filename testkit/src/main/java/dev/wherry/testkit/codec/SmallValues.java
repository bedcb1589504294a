package dev.wherry.testkit.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Values that may take far more memory than bytes on the wire. */
final class SmallValues {
    private SmallValues() {}

    /** Returns factories of values, by name. Each call of a factory returns a new object. */
    @SuppressWarnings({"JdkObsolete", "JavaUtilDate"}) // users have such classes
    static Map<String, Supplier<Object>> all() {
        Map<String, Supplier<Object>> all = new LinkedHashMap<>();
        for (Supplier<Object> maker : List.<Supplier<Object>>of(
                ArrayList::new,
                LinkedList::new,
                Vector::new,
                Stack::new,
                ArrayDeque::new,
                HashSet::new,
                LinkedHashSet::new,
                TreeSet::new,
                HashMap::new,
                LinkedHashMap::new,
                TreeMap::new,
                Hashtable::new,
                IdentityHashMap::new,
                Properties::new,
                PriorityQueue::new,
                ConcurrentHashMap::new,
                ConcurrentSkipListSet::new,
                ConcurrentSkipListMap::new,
                ConcurrentLinkedQueue::new,
                ConcurrentLinkedDeque::new,
                CopyOnWriteArrayList::new,
                CopyOnWriteArraySet::new,
                LinkedBlockingQueue::new,
                LinkedBlockingDeque::new,
                LinkedTransferQueue::new,
                PriorityBlockingQueue::new,
                AtomicReference::new,
                AtomicLong::new,
                BitSet::new,
                StringBuilder::new,
                Date::new,
                Plain.Pojo::new,
                Plain.Ring::new)) {
            all.put(maker.get().getClass().getSimpleName(), maker);
        }
        all.put("EnumSet", () -> EnumSet.noneOf(Plain.Color.class));
        all.put("EnumMap", () -> new EnumMap<>(Plain.Color.class));
        all.put("SimpleEntry", () -> new AbstractMap.SimpleEntry<>(null, null));
        all.put("Map.entry", () -> Map.entry(1, 2));
        all.put("List.of", () -> List.of(1));
        all.put("List.of with three elements", () -> List.of(1, 2, 3));
        all.put("Set.of", () -> Set.of(1));
        all.put("Map.of", () -> Map.of(1, 2));
        all.put("Arrays.asList", () -> Arrays.asList(1));
        all.put("unmodifiableList", () -> Collections.unmodifiableList(new ArrayList<>()));
        all.put("unmodifiableSet", () -> Collections.unmodifiableSet(new HashSet<>()));
        all.put("unmodifiableMap", () -> Collections.unmodifiableMap(new HashMap<>()));
        all.put("Optional", () -> Optional.of(1));
        all.put("int[]", () -> new int[0]);
        all.put("Object[]", () -> new Object[0]);
        all.put("Object[] of nulls", () -> new Object[100]);
        all.put("String[]", () -> new String[0]);
        all.put("Pair", () -> new Plain.Pair<>(null, null));
        all.put("Chain", () -> new Plain.Chain(1, null));
        all.put("BigInteger", () -> new BigInteger("1"));
        all.put("BigDecimal", () -> new BigDecimal("1"));
        all.put("LocalDate", () -> LocalDate.ofEpochDay(1));
        all.put("Exception", () -> bare(new IllegalStateException()));
        all.put("list with one element", () -> new ArrayList<>(List.of(1)));
        all.put("set with one element", () -> new HashSet<>(List.of(1)));
        all.put("map with one entry", () -> new HashMap<>(Map.of(1, 1)));
        all.put("list of nulls", () -> new ArrayList<>(Collections.nCopies(100, null)));
        all.put("linked list of nulls", () -> new LinkedList<>(Collections.nCopies(40, null)));
        return all;
    }

    private static Throwable bare(Throwable exception) {
        exception.setStackTrace(new StackTraceElement[0]);
        return exception;
    }
}
