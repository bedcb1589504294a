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

/** Collections of few bytes whose keys take very long, or forever, to hash or to find. A reader must refuse them. */
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

    /** Returns the collections, by what makes them expensive. */
    @SuppressWarnings("JdkObsolete") // LinkedList has a serial form of its own
    static Map<String, Supplier<Object>> all() {
        Map<String, Supplier<Object>> all = new LinkedHashMap<>();
        all.put("an entry with shared parts", () -> setOfEntry(entries()));
        all.put("an entry of records with shared parts", () -> setOfEntry(records()));
        all.put("a list of records with shared parts", () -> {
            List<Object> key = new ArrayList<>();
            Map<Object, Object> map = new HashMap<>(Map.of(key, 1));
            key.add(records());
            return map;
        });
        all.put("an object with writeObject and shared parts", () -> {
            Legacy.OwnPart key = new Legacy.OwnPart("cheap");
            Set<Object> set = new HashSet<>(Set.of(key));
            key.part = entries();
            return set;
        });
        all.put("an entry that holds its list", () -> {
            List<Object> around = new ArrayList<>();
            return around(around, new AbstractMap.SimpleEntry<>(around, null));
        });
        all.put("an entry that holds its linked list", () -> {
            List<Object> around = new LinkedList<>();
            return around(around, new AbstractMap.SimpleEntry<>(around, null));
        });
        all.put("a record that holds its list", () -> {
            List<Object> around = new ArrayList<>();
            return around(around, new Plain.Pair<>(around, null));
        });
        all.put("an entry of a list that is complete when it is hashed", () -> {
            List<Object> list = new ArrayList<>();
            Map.Entry<Object, Object> key = new AbstractMap.SimpleEntry<>(list, null);
            Set<Object> set = new HashSet<>(Set.of(key));
            list.add(new AtomicReference<>(key));
            list.add(entries());
            return new ArrayList<>(List.of(list, set));
        });
        all.put("a record that holds the lists around it", () -> around(ArrayList::new, CostlyKeys::pair));
        all.put("a record that holds the linked lists around it", () -> around(LinkedList::new, CostlyKeys::pair));
        all.put(
                "a record that holds the objects around it",
                () -> around(HashingKeys.HashesTwo::new, CostlyKeys::pair));
        all.put(
                "a record that holds objects whose superclass hashes",
                () -> around(HashingKeys.HashesInherited::new, CostlyKeys::pair));
        all.put(
                "a record that holds objects that a helper hashes",
                () -> around(HashingKeys.HashesByHelper::new, CostlyKeys::pair));
        all.put("an attribute with shared parts", () -> {
            List<Object> value = new ArrayList<>();
            Set<Object> set = new HashSet<>(Set.of(new Attribute("name", value)));
            value.add(entries());
            return set;
        });
        all.put("records that share an attribute of many values", () -> attributes(attribute -> attribute));
        all.put("records that share an object with writeObject", () -> attributes(CostlyKeys::ownForm));
        all.put("an object that holds the lists around it", () -> around(ArrayList::new, CostlyKeys::both));
        all.put("an object that hashes a field of another object", () -> beyond(set -> set));
        all.put(
                "an object that hashes a field of an earlier object",
                () -> beyond(set -> {
                    Object other =
                            ((HashingKeys.HashesIndirectly) set.iterator().next()).first;
                    return new ArrayList<>(List.of(new AtomicReference<>(other), set));
                }));
        all.put("an object that hashes the value of an AtomicReference", () -> {
            AtomicReference<Object> held = new AtomicReference<>("cheap");
            HashingKeys.HashesReferent key = new HashingKeys.HashesReferent();
            key.first = held;
            Set<Object> set = new HashSet<>(Set.of(key));
            held.set(records());
            return set;
        });
        all.put("dates with one hash code", CostlyKeys::dates);
        all.put("strings of one bucket", CostlyKeys::texts);
        all.put("numbers of two classes with one hash code", CostlyKeys::numbers);
        all.put("lists of sets with one hash code", () -> sets(HashSet::new, set -> new ArrayList<>(List.of(set))));
        all.put("maps of sets with one hash code", () -> sets(HashSet::new, set -> new HashMap<>(Map.of("key", set))));
        all.put("objects with writeObject that hold sets", () -> sets(HashSet::new, Legacy.OwnPart::new));
        all.put("records of sets with one hash code", () -> sets(HashSet::new, set -> new Plain.Pair<>(set, null)));
        all.put(
                "lists of sets that search each element",
                () -> sets(CopyOnWriteArraySet::new, set -> new ArrayList<>(List.of(set))));
        all.put("lists of sets with one hash code, and a list that contains itself", () -> {
            List<Object> list = new ArrayList<>();
            list.add(list);
            list.add(sets(HashSet::new, set -> new ArrayList<>(List.of(set))));
            return list;
        });
        all.put("lists that differ at their ends, each compared with all others", CostlyKeys::longLists);
        all.put("lists that contain one of two long URIs", () -> {
            String text = "a:" + "%41".repeat(LONG_URI);
            return longValues(URI.create(text), URI.create(text));
        });
        all.put("decimals with different scales", () -> new ConcurrentSkipListSet<>(decimals()));
        all.put("decimals with different scales and one hash code", CostlyKeys::decimalsOfOneHash);
        all.put("a queue of decimals with different scales", () -> new PriorityQueue<>(decimals()));
        all.put("prices with different scales", () -> {
            Set<Object> prices = new ConcurrentSkipListSet<>();
            decimals().forEach(decimal -> prices.add(new HashingKeys.Price(decimal)));
            return prices;
        });
        all.put("integers sorted by a chain of comparators", () -> byMany(new TreeSet<>(many())));
        all.put(
                "integers in a concurrent set with a chain of comparators",
                () -> byMany(new ConcurrentSkipListSet<>(many())));
        all.put("integers in a queue with a chain of comparators", () -> byMany(new PriorityQueue<>(many())));
        all.put(
                "integers in a blocking queue with a chain of comparators",
                () -> byMany(new PriorityBlockingQueue<>(11, many())));
        return all;
    }

    private static Object beyond(Function<Set<Object>, Object> message) {
        HashingKeys.ThreeFields held = new HashingKeys.ThreeFields();
        HashingKeys.HashesIndirectly key = new HashingKeys.HashesIndirectly();
        key.first = held;
        Set<Object> set = new HashSet<>(Set.of(key));
        held.first = records();
        return message.apply(set);
    }

    /** To compare a decimal with the longest one, BigDecimal multiplies it by a power of ten with as many digits. */
    private static List<BigDecimal> decimals() {
        List<BigDecimal> decimals = new ArrayList<>(
                List.of(new BigDecimal(BigInteger.TEN.pow(DIGITS).add(BigInteger.ONE), 1)));
        for (int i = 1; i < FEW; i++) {
            decimals.add(new BigDecimal(BigInteger.valueOf(10 + i), 2 - DIGITS));
        }
        return decimals;
    }

    /**
     * A hash table compares keys that have one hash code. These decimals are chosen so that their hash codes are equal.
     */
    private static Object decimalsOfOneHash() {
        BigDecimal longest = new BigDecimal(
                BigInteger.TEN.pow(DIGITS - 1).multiply(BigInteger.valueOf(5)).add(BigInteger.ONE));
        int scale = 19 - DIGITS;
        int inverse = BigInteger.valueOf(31)
                .modInverse(BigInteger.TWO.pow(Integer.SIZE))
                .intValue();
        int hash = (longest.hashCode() - scale) * inverse; // the hash code of the digits alone
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
        for (int i = 0; i < COMPARED; i++) { // added now, since comparing the lists was fast without them
            lists.get(i).addFirst(i % 2 == 0 ? some : others);
        }
        return set;
    }

    /**
     * Makes keys with one hash code that share two long and equal values. The values are added last, so that they are
     * not hashed here.
     */
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

    /** Returns a comparator that delegates to a chain of others. */
    private static Comparator<Object> many() {
        @SuppressWarnings({"unchecked", "rawtypes"}) // of integers
        Comparator<Object> order = (Comparator) Comparator.naturalOrder();
        for (int i = 0; i < COMPARATORS; i++) {
            order = i % 2 == 0 ? Comparator.nullsFirst(order) : Collections.reverseOrder(order);
        }
        return order;
    }

    /**
     * Returns a set of keys with one hash code, each of which holds another such set. Comparing two keys compares all
     * keys in one with those in the other, and so on.
     *
     * @param key makes a key that holds a set
     */
    private static Set<Object> sets(Supplier<Set<Object>> empty, Function<Set<Object>, Object> key) {
        Set<Object> set = new HashSet<>();
        fill(set, SET_LEVELS, 0, empty, key);
        return set;
    }

    /**
     * Fills a set. The keys get their equal hash codes once all of them are in the set, so that nothing is compared
     * here.
     */
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
     * Puts a set into a list, and a key that holds the list into the set. The cost of hashing the key is not known
     * before the list has been read to its end. The key is written first where it is not hashed.
     */
    private static Object around(List<Object> list, Object key) {
        Set<Object> set = new HashSet<>(Set.of(key));
        list.add(new AtomicReference<>(key));
        list.add(entries());
        list.add(set);
        return list;
    }

    /**
     * Makes levels, each of which holds the level around it twice, and the next one where it is not hashed. The cost of
     * hashing doubles with each level. No level is complete when the key that leads to the last one is read.
     *
     * @param empty makes a level
     * @param key makes a key that holds a level
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

    @SuppressWarnings("unchecked") // a list accepts any element
    private static void hold(Object level, Object before, Object next) {
        Object aside = new AtomicReference<>(next);
        switch (level) {
            case Collection<?> list -> Collections.addAll((Collection<Object>) list, before, before, aside);
            case HashingKeys.ThreeFields object -> {
                object.first = before;
                object.second = before;
                object.third = aside;
            }
            default -> throw new IllegalArgumentException("not a level: " + level.getClass());
        }
    }

    /**
     * Makes keys that share a JDK value whose content is not accessible, and one key that holds an object around it.
     *
     * @param holder makes the object that holds the value
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
        HashingKeys.HashesTwo both = new HashingKeys.HashesTwo();
        both.first = part;
        return both;
    }

    /**
     * Returns a set of an entry. The entry gets its value once it is in the set, so that the value is not hashed here.
     */
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

    /**
     * Returns dates with one hash code. Hash tables do not use their order, as their class itself does not implement Comparable.
     */
    private static Set<LocalDateTime> dates() {
        LocalDate day = LocalDate.EPOCH;
        Set<LocalDateTime> dates = new HashSet<>();
        for (long i = 0; i < COLLIDING; i++) {
            dates.add(LocalDateTime.of(day, LocalTime.ofNanoOfDay(i << 32 | ((day.hashCode() ^ i) & 0xffffffffL))));
        }
        return dates;
    }

    /** Returns numbers of two classes. Each class has an order, but numbers of different classes cannot be compared. */
    private static Set<Number> numbers() {
        Set<Number> numbers = new HashSet<>();
        for (long i = 1; i <= COLLIDING; i++) {
            long bits = i << 32 | i; // its hash code is 0
            numbers.add(bits);
            numbers.add(Double.longBitsToDouble(bits));
        }
        return numbers;
    }

    @SuppressWarnings("JdkObsolete") // a Hashtable chains keys with one hash code, whatever their class
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
