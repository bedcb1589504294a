package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Maps of java.util: what sorts them, if they are sorted, how many entries, how keys and values lie, the entries. */
final class MapForm extends BuiltIn {
    private static final int TEXT_KEYS = 1;
    private static final int TEXT_VALUES = 2;

    /** Makes an empty map; or for immutable ones the whole. */
    private interface Makes {
        Map<?, ?> make(
                @Nullable Object[] keys, @Nullable Object[] values, @Nullable Comparator<@Nullable Object> order);
    }

    private final boolean sorted;
    private final Makes makes;

    private MapForm(Class<?> type, boolean sorted, boolean closed, Makes makes) {
        super(type, true, !closed, closed);
        this.sorted = sorted;
        this.makes = makes;
    }

    static MapForm hashed(Class<?> type, Function<Integer, Map<?, ?>> makes) {
        return new MapForm(type, false, false, (keys, values, order) -> makes.apply(keys.length));
    }

    static MapForm sorted(Class<?> type, Function<@Nullable Comparator<@Nullable Object>, Map<?, ?>> makes) {
        return new MapForm(type, true, false, (keys, values, order) -> makes.apply(order));
    }

    static MapForm immutable(BiFunction<@Nullable Object[], @Nullable Object[], Map<?, ?>> makes) {
        return new MapForm(Map.class, false, true, (keys, values, order) -> makes.apply(keys, values));
    }

    @Override
    void write(Object value, Place at, Writer to) {
        Map<?, ?> map = (Map<?, ?>) value;
        if (sorted) {
            Comparators.write(map instanceof SortedMap<?, ?> sorted ? sorted.comparator() : null, at, to);
        }
        Map.Entry<?, ?>[] entries = map.entrySet().toArray(new Map.Entry<?, ?>[0]);
        to.out.writeSize(entries.length);
        Place keys = at.first();
        Place values = at.second();
        to.out.writeByte((keys.text() ? TEXT_KEYS : 0) | (values.text() ? TEXT_VALUES : 0));
        Run keyRun = new Run(keys);
        Run valueRun = new Run(values);
        for (Map.Entry<?, ?> entry : entries) {
            Object key = entry.getKey();
            try {
                if (keys.text()) {
                    to.out.writeText((String) key);
                } else {
                    to.keys++;
                    keyRun.put(key, to);
                    to.keys--;
                }
                if (values.text()) {
                    to.out.writeText((String) entry.getValue());
                } else {
                    valueRun.put(entry.getValue(), to);
                }
            } catch (CodecException e) {
                throw Trail.step(e, "[" + (keys.text() || key instanceof Number ? key : "an entry") + "]");
            }
        }
    }

    @Override
    @SuppressWarnings("unchecked") // a map of anything takes anything
    Object read(Place at, Reader from, int slot) {
        Comparator<@Nullable Object> order = sorted ? Comparators.read(at, from) : null;
        int size = from.readCount();
        @Nullable Object[] keys = new @Nullable Object[size];
        @Nullable Object[] values = new @Nullable Object[size];
        if (closed) {
            readEntries(keys, values, at, from);
            try {
                return makes.make(keys, values, order);
            } catch (RuntimeException | StackOverflowError e) {
                throw Trail.thrown(e, "Making a map");
            }
        }
        Map<@Nullable Object, @Nullable Object> map =
                (Map<@Nullable Object, @Nullable Object>) makes.make(keys, values, order);
        from.started(slot, map);
        readEntries(keys, values, at, from);
        from.fill(() -> Filling.fill(map, keys, values));
        return map;
    }

    private static void readEntries(@Nullable Object[] keys, @Nullable Object[] values, Place at, Reader from) {
        int layout = from.in.readByte();
        if (layout > (TEXT_KEYS | TEXT_VALUES)) {
            throw CodecException.malformed("entries laid out as " + layout);
        }
        Run keyRun = new Run(at.first());
        Run valueRun = new Run(at.second());
        for (int i = 0; i < keys.length; i++) {
            try {
                if ((layout & TEXT_KEYS) != 0) {
                    keys[i] = keyRun.text(from);
                } else {
                    int before = from.enterKeys();
                    keys[i] = keyRun.get(from);
                    from.leaveKeys(before);
                }
                values[i] = (layout & TEXT_VALUES) != 0 ? valueRun.text(from) : valueRun.get(from);
            } catch (CodecException e) {
                throw Trail.step(e, "[" + (keys[i] instanceof String text ? text : "an entry") + "]");
            }
        }
    }
}
