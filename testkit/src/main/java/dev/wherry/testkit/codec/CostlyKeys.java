package dev.wherry.testkit.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import javax.management.Attribute;

/** Collections of few bytes whose keys take a reader without a budget for ever, or far too long, to hash or to find. */
final class CostlyKeys {
    private static final int LEVELS = 40;
    private static final int COLLIDING = 3_000;
    private static final int EQUAL = 16;
    private static final int COMPARED = 1_500;
    private static final int LONG = 1_000;
    private static final int FEW = 8;
    private static final int SHARING = 300;
    private static final int LONG_URI = 13_000;
    private static final int OF_ONE_HASH = 30;
    private static final int DIGITS = 240_000;
    private static final int COMPARATORS = 600;
    private static final int SET_LEVELS = 3;

    private CostlyKeys() {}

    /** By what is wrong with them. */
    @SuppressWarnings("JdkObsolete") // a list that writes its elements by itself
    static Map<String, Supplier<Object>> all() {
        Map<String, Supplier<Object>> all = new LinkedHashMap<>();
        all.put("an entry that shares its parts", () -> setOfEntry(entries()));
        all.put("an entry of records that share their parts", () -> setOfEntry(records()));
        all.put("a list of records that share their parts", () -> {
            List<Object> key = new ArrayList<>();
            Map<Object, Object> map = new HashMap<>(Map.of(key, 1));
            key.add(records());
            return map;
        });
        all.put("an object that writes itself and shares its parts", () -> {
            Legacy.OwnPart key = new Legacy.OwnPart("cheap");
            Set<Object> set = new HashSet<>(Set.of(key));
            key.part = entries();
            return set;
        });
        all.put("an entry of the list around it", () -> {
            List<Object> around = new ArrayList<>();
            return around(around, new AbstractMap.SimpleEntry<>(around, null));
        });
        all.put("an entry of the linked list around it", () -> {
            List<Object> around = new LinkedList<>();
            return around(around, new AbstractMap.SimpleEntry<>(around, null));
        });
        all.put("a record of the list around it", () -> {
            List<Object> around = new ArrayList<>();
            return around(around, new Plain.Pair<>(around, null));
        });
        all.put("an entry of a list that is whole when it is hashed", () -> {
            List<Object> list = new ArrayList<>();
            Map.Entry<Object, Object> key = new AbstractMap.SimpleEntry<>(list, null);
            Set<Object> set = new HashSet<>(Set.of(key));
            list.add(new AtomicReference<>(key));
            list.add(entries());
            return new ArrayList<>(List.of(list, set));
        });
        all.put("a record of lists around it", () -> around(ArrayList::new, CostlyKeys::pair));
        all.put("a record of linked lists around it", () -> around(LinkedList::new, CostlyKeys::pair));
        all.put("a record of objects around it", () -> around(Hashed.Both::new, CostlyKeys::pair));
        all.put(
                "a record of objects around it that hash as their superclass",
                () -> around(Hashed.Heir::new, CostlyKeys::pair));
        all.put(
                "a record of objects around it that a helper hashes",
                () -> around(Hashed.Helped::new, CostlyKeys::pair));
        all.put("an attribute that shares its parts", () -> {
            List<Object> value = new ArrayList<>();
            Set<Object> set = new HashSet<>(Set.of(new Attribute("name", value)));
            value.add(entries());
            return set;
        });
        all.put("records of one attribute of many values", () -> attributes(attribute -> attribute));
        all.put("records of one object that writes an attribute of many values", () -> attributes(CostlyKeys::ownForm));
        all.put("an object of lists around it", () -> around(ArrayList::new, CostlyKeys::both));
        all.put("an object that hashes what another one holds", () -> beyond(set -> set));
        all.put(
                "an object that hashes what an earlier one holds",
                () -> beyond(set -> {
                    Object other = ((Hashed.Beyond) set.iterator().next()).first;
                    return new ArrayList<>(List.of(new AtomicReference<>(other), set));
                }));
        all.put("an object that hashes what a holder holds", () -> {
            AtomicReference<Object> held = new AtomicReference<>("cheap");
            Hashed.Asking key = new Hashed.Asking();
            key.first = held;
            Set<Object> set = new HashSet<>(Set.of(key));
            held.set(records());
            return set;
        });
        all.put("dates of one hash", CostlyKeys::dates);
        all.put("texts of one bucket", CostlyKeys::texts);
        all.put("numbers of two classes and one hash", CostlyKeys::numbers);
        all.put("lists of sets, of one hash", () -> sets(HashSet::new, set -> new ArrayList<>(List.of(set))));
        all.put("maps of sets, of one hash", () -> sets(HashSet::new, set -> new HashMap<>(Map.of("key", set))));
        all.put("objects that write themselves and hold sets", () -> sets(HashSet::new, Legacy.OwnPart::new));
        all.put("records of sets, of one hash", () -> sets(HashSet::new, set -> new Plain.Pair<>(set, null)));
        all.put(
                "lists of sets that search each element",
                () -> sets(CopyOnWriteArraySet::new, set -> new ArrayList<>(List.of(set))));
        all.put("lists of sets, of one hash, beside a list of itself", () -> {
            List<Object> list = new ArrayList<>();
            list.add(list);
            list.add(sets(HashSet::new, set -> new ArrayList<>(List.of(set))));
            return list;
        });
        all.put("lists that differ at their ends, each compared with all", CostlyKeys::longLists);
        all.put("lists of one of two long URIs", () -> {
            String text = "a:" + "%41".repeat(LONG_URI);
            return longValues(URI.create(text), URI.create(text));
        });
        all.put("decimals of unlike scales", () -> new ConcurrentSkipListSet<>(decimals()));
        all.put("decimals of unlike scales, of one hash", CostlyKeys::decimalsOfOneHash);
        all.put("a queue of decimals of unlike scales", () -> new PriorityQueue<>(decimals()));
        all.put("prices of unlike scales", () -> {
            Set<Object> prices = new ConcurrentSkipListSet<>();
            decimals().forEach(decimal -> prices.add(new Hashed.Price(decimal)));
            return prices;
        });
        all.put("integers that a comparator of many sorts", () -> byMany(new TreeSet<>(many())));
        all.put("integers that a concurrent set sorts by many", () -> byMany(new ConcurrentSkipListSet<>(many())));
        all.put("integers that a queue sorts by many", () -> byMany(new PriorityQueue<>(many())));
        all.put("integers that a blocking queue sorts by many", () -> byMany(new PriorityBlockingQueue<>(11, many())));
        return all;
    }

    private static Object beyond(Function<Set<Object>, Object> message) {
        Hashed.Three held = new Hashed.Three();
        Hashed.Beyond key = new Hashed.Beyond();
        key.first = held;
        Set<Object> set = new HashSet<>(Set.of(key));
        held.first = records();
        return message.apply(set);
    }

    /** To compare one with the longest is to multiply it by a power of ten of as many digits. */
    private static List<BigDecimal> decimals() {
        List<BigDecimal> decimals = new ArrayList<>(
                List.of(new BigDecimal(BigInteger.TEN.pow(DIGITS).add(BigInteger.ONE), 1)));
        for (int i = 1; i < FEW; i++) {
            decimals.add(new BigDecimal(BigInteger.valueOf(10 + i), 2 - DIGITS));
        }
        return decimals;
    }

    /** A hash table orders those of one hash, for which they are made as long as each other. */
    private static Object decimalsOfOneHash() {
        BigDecimal longest = new BigDecimal(
                BigInteger.TEN.pow(DIGITS - 1).multiply(BigInteger.valueOf(5)).add(BigInteger.ONE));
        int scale = 19 - DIGITS;
        int inverse = BigInteger.valueOf(31)
                .modInverse(BigInteger.TWO.pow(Integer.SIZE))
                .intValue();
        int hash = (longest.hashCode() - scale) * inverse; // of the digits alone
        Set<Object> set = new HashSet<>(List.of(longest));
        for (long i = 1; i <= OF_ONE_HASH; i++) {
            long high = 1_160_000_000 + i;
            set.add(new BigDecimal(BigInteger.valueOf(high << Integer.SIZE | (hash - 31 * high & 0xffffffffL)), scale));
        }
        return set;
    }

    private static Object longLists() {
        List<Object> some = new ArrayList<>(Collections.nCopies(LONG, "x"));
        List<Object> others = new ArrayList<>(some);
        List<List<Object>> lists = new ArrayList<>();
        IntStream.range(0, COMPARED).forEach(i -> lists.add(new ArrayList<>(List.of(i))));
        Set<Object> set = new CopyOnWriteArraySet<>(lists);
        for (int i = 0; i < COMPARED; i++) { // only now, so that comparing them is quick here
            lists.get(i).addFirst(i % 2 == 0 ? some : others);
        }
        return set;
    }

    /** Keys of one hash that share two values, equal and long. They get them last, so that they are not hashed here. */
    private static Object longValues(Object one, Object other) {
        List<List<Object>> lists = new ArrayList<>();
        texts().keySet().stream().limit(SHARING).forEach(text -> lists.add(new ArrayList<>(List.of(text))));
        Set<Object> set = new HashSet<>(lists);
        for (int i = 0; i < SHARING; i++) {
            lists.get(i).addFirst(i % 2 == 0 ? one : other);
        }
        return set;
    }

    private static Object byMany(Collection<Object> container) {
        IntStream.range(0, COMPARED).forEach(container::add);
        return container;
    }

    /** Each comparator asks the next. */
    private static Comparator<Object> many() {
        @SuppressWarnings({"unchecked", "rawtypes"}) // of integers
        Comparator<Object> order = (Comparator) Comparator.naturalOrder();
        for (int i = 0; i < COMPARATORS; i++) {
            order = i % 2 == 0 ? Comparator.nullsFirst(order) : Collections.reverseOrder(order);
        }
        return order;
    }

    /**
     * A set of keys of one hash, each with another such set in it: comparing two of them compares all that are in one with
     * those in the other, and so on.
     *
     * @param key a key that holds a set
     */
    private static Set<Object> sets(Supplier<Set<Object>> empty, Function<Set<Object>, Object> key) {
        Set<Object> set = new HashSet<>();
        fill(set, SET_LEVELS, 0, empty, key);
        return set;
    }

    /** The keys get what makes their hashes equal once all are in their set, so that nothing is compared here. */
    private static void fill(
            Set<Object> set, int levels, int number, Supplier<Set<Object>> empty, Function<Set<Object>, Object> key) {
        if (levels == 0) {
            Collections.addAll(set, 1 + number, 1_000 - number);
            return;
        }
        List<Set<Object>> within = new ArrayList<>();
        for (int i = 0; i < EQUAL; i++) {
            Set<Object> other = empty.get();
            other.add(i);
            within.add(other);
            set.add(key.apply(other));
        }
        for (int i = 0; i < EQUAL; i++) {
            within.get(i).clear();
            fill(within.get(i), levels - 1, i < EQUAL - 1 ? i : i + number, empty, key);
        }
    }

    /**
     * A set of a key that leads to the list around the set: what it takes to hash the key is not known before the list is
     * read to its end. The key stands first where nothing hashes it.
     */
    private static Object around(List<Object> list, Object key) {
        Set<Object> set = new HashSet<>(Set.of(key));
        list.add(new AtomicReference<>(key));
        list.add(entries());
        list.add(set);
        return list;
    }

    /**
     * Each level holds the one around it twice, and the next one where hashing does not go: what hashing a level visits
     * doubles from one to the next, and none is whole before the key is read that leads to the last.
     *
     * @param empty makes a level
     * @param key makes a key that leads to one
     */
    private static Object around(Supplier<Object> empty, Function<Object, Object> key) {
        Object first = empty.get();
        Object before = "end";
        Object level = first;
        for (int i = 0; i < LEVELS; i++) {
            Object next = empty.get();
            hold(level, before, next);
            before = level;
            level = next;
        }
        Object last = key.apply(level);
        hold(level, before, new ArrayList<>(List.of(new AtomicReference<>(last), new HashSet<>(Set.of(last)))));
        return first;
    }

    @SuppressWarnings("unchecked") // any list takes them
    private static void hold(Object level, Object before, Object next) {
        Object aside = new AtomicReference<>(next);
        switch (level) {
            case Collection<?> list -> Collections.addAll((Collection<Object>) list, before, before, aside);
            case Hashed.Three object -> {
                object.first = before;
                object.second = before;
                object.third = aside;
            }
            default -> throw new IllegalArgumentException("not a level: " + level.getClass());
        }
    }

    /**
     * Keys that share a value of the JDK's of which nobody can look at all that it holds, and one that leads to an object
     * around it.
     *
     * @param holder of the value
     */
    private static Object attributes(Function<Object, Object> holder) {
        List<Object> values = new ArrayList<>();
        Object shared = holder.apply(new Attribute("name", values));
        List<Object> around = new ArrayList<>();
        Set<Object> set = new HashSet<>(Set.of(new Plain.Pair<>(0, around)));
        for (int i = 1; i < COLLIDING; i++) {
            set.add(new Plain.Pair<>(i, shared));
        }
        for (int i = 0; i < COLLIDING; i++) {
            values.add(i);
        }
        around.add(new AtomicReference<>(set));
        return new ArrayList<>(List.of(around, set));
    }

    private static Object ownForm(Object part) {
        Legacy.OwnPart own = new Legacy.OwnPart("");
        own.part = part;
        return own;
    }

    private static Object pair(Object part) {
        return new Plain.Pair<>(part, null);
    }

    private static Object both(Object part) {
        Hashed.Both both = new Hashed.Both();
        both.first = part;
        return both;
    }

    /** Changed once it is in its place, so that nobody hashes it here. */
    private static Set<Object> setOfEntry(Object value) {
        Map.Entry<String, Object> key = new AbstractMap.SimpleEntry<>("key", null);
        Set<Object> set = new HashSet<>();
        set.add(key);
        key.setValue(value);
        return set;
    }

    private static Object entries() {
        Object entry = "end";
        for (int i = 0; i < LEVELS; i++) {
            entry = new AbstractMap.SimpleEntry<>(entry, entry);
        }
        return entry;
    }

    private static Object records() {
        Object pair = "end";
        for (int i = 0; i < LEVELS; i++) {
            pair = new Plain.Pair<>(pair, pair);
        }
        return pair;
    }

    /** Their class can be compared, but does not say so itself: hash tables do not use that. */
    private static Set<LocalDateTime> dates() {
        LocalDate day = LocalDate.EPOCH;
        Set<LocalDateTime> dates = new HashSet<>();
        for (long i = 0; i < COLLIDING; i++) {
            dates.add(LocalDateTime.of(day, LocalTime.ofNanoOfDay(i << 32 | ((day.hashCode() ^ i) & 0xffffffffL))));
        }
        return dates;
    }

    /** Each of the classes can be ordered, but not both together. */
    private static Set<Number> numbers() {
        Set<Number> numbers = new HashSet<>();
        for (long i = 1; i <= COLLIDING; i++) {
            long bits = i << 32 | i; // of hash 0
            numbers.add(bits);
            numbers.add(Double.longBitsToDouble(bits));
        }
        return numbers;
    }

    @SuppressWarnings("JdkObsolete") // it chains what has one hash, whatever its class
    private static Hashtable<String, Integer> texts() {
        Hashtable<String, Integer> table = new Hashtable<>();
        for (int i = 0; i < COLLIDING; i++) {
            StringBuilder text = new StringBuilder();
            for (int bit = 0; bit < 12; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            table.put(text.toString(), i);
        }
        return table;
    }
}
