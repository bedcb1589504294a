package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Maps of java.util: what sorts them, if they are sorted, how many entries, how keys and values lie, the entries. */
final class MapForm extends BuiltIn {
    private static final int TEXT_KEYS = 1;
    private static final int TEXT_VALUES = 2;

    private final @Nullable Function<Integer, Map<?, ?>> makes;
    private final @Nullable Function<@Nullable Comparator<@Nullable Object>, Map<?, ?>> sorts;
    private final @Nullable BiFunction<@Nullable Object[], @Nullable Object[], Map<?, ?>> closes;

    private MapForm(
            Class<?> type,
            @Nullable Function<Integer, Map<?, ?>> makes,
            @Nullable Function<@Nullable Comparator<@Nullable Object>, Map<?, ?>> sorts,
            @Nullable BiFunction<@Nullable Object[], @Nullable Object[], Map<?, ?>> closes) {
        super(type, true, closes == null);
        this.makes = makes;
        this.sorts = sorts;
        this.closes = closes;
    }

    static MapForm hashed(Class<?> type, Function<Integer, Map<?, ?>> makes) {
        return new MapForm(type, makes, null, null);
    }

    static MapForm sorted(Class<?> type, Function<@Nullable Comparator<@Nullable Object>, Map<?, ?>> makes) {
        return new MapForm(type, null, makes, null);
    }

    static MapForm immutable(BiFunction<@Nullable Object[], @Nullable Object[], Map<?, ?>> closes) {
        return new MapForm(Map.class, null, null, closes);
    }

    @Override
    boolean closed() {
        return closes != null;
    }

    @Override
    void write(Object value, Place at, Writer to) {
        Map<?, ?> map = (Map<?, ?>) value;
        if (sorts != null) {
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
        Comparator<@Nullable Object> order = sorts == null ? null : Comparators.read(at, from);
        int size = from.readCount();
        @Nullable Object[] keys = new @Nullable Object[size];
        @Nullable Object[] values = new @Nullable Object[size];
        if (closes != null) {
            readEntries(keys, values, at, from);
            try {
                return closes.apply(keys, values);
            } catch (RuntimeException | StackOverflowError e) {
                throw Trail.thrown(e, "Making a map");
            }
        }
        Map<@Nullable Object, @Nullable Object> map = (Map<@Nullable Object, @Nullable Object>)
                (sorts != null
                        ? sorts.apply(order)
                        : Objects.requireNonNull(makes).apply(size));
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
