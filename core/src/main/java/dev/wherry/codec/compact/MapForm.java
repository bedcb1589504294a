package dev.wherry.codec.compact;

import dev.wherry.codec.compact.Container.Making;
import dev.wherry.spi.CodecException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** Maps of java.util: what sorts them, if they are sorted, how many entries, how keys and values lie, the entries. */
@SuppressWarnings("JdkObsolete") // what users hold travels, whatever its age
final class MapForm extends BuiltIn {
    private static final int TEXT_KEYS = 1;
    private static final int TEXT_VALUES = 2;

    private final Container container;
    private final boolean sorted;

    MapForm(Container container) {
        super(container.type, true, container.making != Making.CLOSED, container.making == Making.CLOSED);
        this.container = container;
        sorted = container.making == Making.SORTED;
    }

    @Override
    boolean fits(Place place) {
        return super.fits(place) || container.makes(place.raw);
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
        from.budget.takeMemory(container.memory, type);
        KeyCost cost = new KeyCost(from);
        @Nullable Object[] keys = new @Nullable Object[size];
        @Nullable Object[] values = new @Nullable Object[size];
        if (closed) {
            readEntries(keys, values, at, from, cost);
            try {
                return make(keys, values, order, cost);
            } catch (RuntimeException | StackOverflowError e) {
                throw Trail.thrown(e, "Making a map");
            }
        }
        Map<@Nullable Object, @Nullable Object> map =
                (Map<@Nullable Object, @Nullable Object>) make(keys, values, order, cost);
        from.started(slot, map);
        readEntries(keys, values, at, from, cost);
        from.fill(() -> Filling.fill(map, keys, values, cost));
        return map;
    }

    /** An empty one; or if it never changes, the whole. */
    private Map<?, ?> make(
            @Nullable Object[] keys,
            @Nullable Object[] values,
            @Nullable Comparator<@Nullable Object> order,
            KeyCost cost) {
        int room = Filling.capacity(keys.length);
        return switch (container) {
            case HASH_MAP -> new HashMap<>(room);
            case LINKED_MAP -> new LinkedHashMap<>(room);
            case IMMUTABLE_MAP -> Filling.immutable(keys, values, cost);
            case IMMUTABLE_MAP_OF_ANY -> Filling.view(keys, values, cost);
            case TREE_MAP -> new TreeMap<>(order);
            case HASHTABLE -> new Hashtable<>(room);
            case CONCURRENT_MAP -> new ConcurrentHashMap<>(room);
            case PROPERTIES -> new Properties(keys.length);
            case IDENTITY_MAP -> new IdentityHashMap<>(keys.length);
            case SKIP_LIST_MAP -> new ConcurrentSkipListMap<>(order);
            default -> throw new IllegalStateException(container + " is no map that is made so");
        };
    }

    private static void readEntries(
            @Nullable Object[] keys, @Nullable Object[] values, Place at, Reader from, KeyCost cost) {
        int layout = from.in.readByte();
        if (layout > (TEXT_KEYS | TEXT_VALUES)) {
            throw CodecException.malformed("entries laid out as " + layout);
        }
        Run keyRun = new Run(at.first());
        Run valueRun = new Run(at.second());
        for (int i = 0; i < keys.length; i++) {
            try {
                cost.enter();
                keys[i] = (layout & TEXT_KEYS) != 0 ? keyRun.text(from) : keyRun.get(from);
                cost.leave();
                values[i] = (layout & TEXT_VALUES) != 0 ? valueRun.text(from) : valueRun.get(from);
            } catch (CodecException e) {
                throw Trail.step(e, "[" + (keys[i] instanceof String text ? text : "an entry") + "]");
            }
        }
    }
}
