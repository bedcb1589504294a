package dev.wherry.testkit.hostile;

import dev.wherry.testkit.codec.SharedSets;
import dev.wherry.testkit.hostile.Attack.Form;
import java.lang.reflect.Array;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Expensive values as objects. */
final class HostileValues {
    /** A letter and combining marks. A pattern with CANON_EQ tries each order of the marks. */
    static final String MARKS = "a\u0315\u0300\u05ae\u0327\u0316\u0345\u0361\u059a\u05b0";

    private static final int LEVELS = 60;
    private static final int DATES = 3_000;
    private static final int DIMENSIONS = 254;

    private HostileValues() {}

    static Map<Form, Object> forms(Object value) {
        return Map.of(
                Form.BARE, value,
                Form.IN_FIELD, new Inbox.Folder(null, value),
                Form.IN_LIST, new ArrayList<>(List.of(List.of(), value)),
                Form.IN_EXCEPTION, new Inbox.Burdened(value));
    }

    /** Returns a set whose only element holds {@code value}, which is not hashed here. */
    static Set<Object> setOf(Object value) {
        Map.Entry<String, Object> key = new AbstractMap.SimpleEntry<>("key", null);
        Set<Object> set = new HashSet<>();
        set.add(key);
        key.setValue(value);
        return set;
    }

    /** Returns an entry that holds two of the entry below it, and so on. */
    static Object sharedEntries() {
        Object entry = "end";
        for (int i = 0; i < LEVELS; i++) {
            entry = new AbstractMap.SimpleEntry<>(entry, entry);
        }
        return entry;
    }

    static Object sharedPairs() {
        Object pair = "end";
        for (int i = 0; i < LEVELS; i++) {
            pair = new Inbox.Pair(pair, pair);
        }
        return pair;
    }

    static Object sharedSets() {
        return SharedSets.nested(LEVELS);
    }

    /** Returns dates with one hash code. */
    static Set<LocalDateTime> dates() {
        LocalDate day = LocalDate.EPOCH;
        Set<LocalDateTime> dates = new HashSet<>();
        for (long i = 0; i < DATES; i++) {
            dates.add(LocalDateTime.of(day, LocalTime.ofNanoOfDay(i << 32 | ((day.hashCode() ^ i) & 0xffffffffL))));
        }
        return dates;
    }

    static Object array(Class<?> element) {
        return Array.newInstance(element, new int[DIMENSIONS]);
    }
}
