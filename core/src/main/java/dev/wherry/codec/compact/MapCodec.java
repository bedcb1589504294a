package dev.wherry.codec.compact;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.HashedGraph;
import dev.wherry.codec.Snapshot;
import dev.wherry.codec.compact.ContainerType.Making;
import dev.wherry.spi.CodecException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Maps of java.util: the comparator if they are sorted, the number of entries, how keys and values are written, the
 * entries.
 */
@SuppressWarnings("JdkObsolete") // values of old classes travel too
final class MapCodec extends ContainerType.ContainerCodec {
    private static final int TEXT_KEYS = 1;
    private static final int TEXT_VALUES = 2;
    /** The flag that the defaults of properties follow, or that a LinkedHashMap is in access order. */
    private static final int MORE = 4;

    private static final float LOAD = 0.75f;

    private final boolean sorted;

    /**
     * Bytes of memory for each entry: in the arrays that keys and values are read into, and in the map. An
     * IdentityHashMap takes most.
     */
    private static final int MEMORY_EACH = 32;

    MapCodec(ContainerType container) {
        super(container, container.making == Making.CLOSED);
        sorted = container.making == Making.SORTED;
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        Map<?, ?> map = (Map<?, ?>) value;
        if (sorted) {
            Comparators.write(HashedGraph.order(map), at, to);
        }
        @Nullable Object[] parts = Snapshot.of(map);
        to.out.writeSize(parts.length / 2);
        Slot keys = at.first();
        Slot values = at.second();
        Object more = more(map);
        to.out.writeByte((keys.text() ? TEXT_KEYS : 0) | (values.text() ? TEXT_VALUES : 0) | (more == null ? 0 : MORE));
        if (more instanceof Properties) {
            defaults(at).write(more, to);
        }
        HomogeneousRun keyRun = new HomogeneousRun(keys);
        HomogeneousRun valueRun = new HomogeneousRun(values);
        for (int i = 0; i < parts.length; i += 2) {
            Object key = parts[i];
            Object mapped = parts[i + 1];
            try {
                if (keys.text()) {
                    to.out.writeText((String) key);
                } else {
                    to.keys++;
                    keyRun.put(key, to);
                    to.keys--;
                }
                if (values.text()) {
                    to.out.writeText((String) mapped);
                } else {
                    valueRun.put(mapped, to);
                }
            } catch (CodecException e) {
                throw ErrorPath.step(e, "[" + (keys.text() || key instanceof Number ? key : "an entry") + "]");
            }
        }
    }

    /** Returns the defaults of properties; the map itself if it is in access order; else null. */
    private @Nullable Object more(Map<?, ?> map) {
        return switch (container) {
            case LINKED_MAP ->
                map instanceof LinkedHashMap<?, ?> linked && SerialFields.isInAccessOrder(linked) ? map : null;
            case PROPERTIES -> SerialFields.of(Properties.class).take(map).get("defaults");
            default -> null;
        };
    }

    private static Slot defaults(Slot at) {
        return at.codecs.slot(Properties.class);
    }

    @Override
    @SuppressWarnings("unchecked") // all entries were checked
    Object read(Slot at, Reader from, int id) {
        KeyReader cost = new KeyReader(from);
        Comparator<@Nullable Object> order = sorted ? cost.order(at) : null;
        int size = from.readCount();
        from.takeMemory(container.memory + (long) MEMORY_EACH * size, type);
        int layout = from.in.readByte();
        boolean more = layout > (TEXT_KEYS | TEXT_VALUES);
        if (more
                && (layout > (TEXT_KEYS | TEXT_VALUES | MORE)
                        || (container != ContainerType.LINKED_MAP && container != ContainerType.PROPERTIES))) {
            throw CodecException.malformed("entries laid out as " + layout);
        }
        Object defaults =
                more && container == ContainerType.PROPERTIES ? defaults(at).read(from) : null;
        @Nullable Object[] keys = new @Nullable Object[size];
        @Nullable Object[] values = new @Nullable Object[size];
        if (closed) {
            readEntries(keys, values, layout, at, from, cost);
            try {
                return container == ContainerType.IMMUTABLE_MAP
                        ? CheckedInsertion.immutable(keys, values, cost)
                        : CheckedInsertion.view(keys, values, cost);
            } catch (RuntimeException | StackOverflowError e) {
                throw ErrorPath.thrown(e, "Making a map");
            }
        }
        Map<@Nullable Object, @Nullable Object> map =
                (Map<@Nullable Object, @Nullable Object>) (more ? make(size, defaults) : container.make(size, order));
        from.started(id, map);
        readEntries(keys, values, layout, at, from, cost);
        cost.end(map, keys);
        from.fill(map, () -> CheckedInsertion.fill(map, keys, values, cost));
        return map;
    }

    /** Makes an empty map in access order, or with defaults. */
    private Map<?, ?> make(int size, @Nullable Object defaults) {
        return container == ContainerType.PROPERTIES
                ? new Properties((Properties) defaults)
                : new LinkedHashMap<>(DecodingBudget.capacity(size), LOAD, true);
    }

    private static void readEntries(
            @Nullable Object[] keys, @Nullable Object[] values, int layout, Slot at, Reader from, KeyReader cost) {
        HomogeneousRun keyRun = new HomogeneousRun(at.first());
        HomogeneousRun valueRun = new HomogeneousRun(at.second());
        for (int i = 0; i < keys.length; i++) {
            try {
                keys[i] = cost.read(keyRun, (layout & TEXT_KEYS) != 0);
                values[i] = (layout & TEXT_VALUES) != 0 ? valueRun.text(from) : valueRun.get(from);
            } catch (CodecException e) {
                throw ErrorPath.step(e, "[" + (keys[i] instanceof String text ? text : "an entry") + "]");
            }
        }
    }
}
