package dev.wherry.dds.cdr;

import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Maps: sequences of structures with a key and a value. */
final class MapType extends CdrType {
    private static final int OVERHEAD = 128;
    private static final int OF_ENTRY = 64;

    private final StructureType entry;
    private final int bound;
    private final Supplier<? extends Map<@Nullable Object, @Nullable Object>> maker;

    /**
     * @param entry its values are an {@code Object[]} of the key and the value
     * @param bound the most entries; 0: no limit
     */
    MapType(StructureType entry, int bound, Supplier<? extends Map<@Nullable Object, @Nullable Object>> maker) {
        this.entry = entry;
        this.bound = bound;
        this.maker = maker;
    }

    @Override
    void write(CdrWriter to, Object value) {
        Map<?, ?> map = (Map<?, ?>) value;
        int start = to.delimits() ? to.beginLength() : 0;
        int count = map.size();
        SequenceType.checkBound(to, bound, count);
        to.writeInt(count);
        int i = 0;
        for (Map.Entry<?, ?> each : map.entrySet()) {
            try {
                entry.write(to, new @Nullable Object[] {each.getKey(), each.getValue()});
            } catch (CdrException e) {
                throw e.within("[" + i + "]");
            }
            i++;
        }
        if (i != count) {
            throw to.failure("the map has changed while it was written");
        }
        if (to.delimits()) {
            to.endLength(start);
        }
    }

    @Override
    Object read(CdrReader from) {
        from.enter();
        int outer = from.delimits() ? from.beginLength() : 0;
        int count = from.readCount(1, bound);
        from.hold(OVERHEAD + (long) OF_ENTRY * count);
        KeyedValues keys = new KeyedValues(from, count);
        @Nullable Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            keys.begin();
            try {
                @Nullable Object[] both = entry.readValues(from);
                keys.add(both[0]);
                values[i] = both[1];
            } catch (CdrException e) {
                throw e.within("[" + i + "]");
            }
        }
        Map<@Nullable Object, @Nullable Object> map = maker.get();
        keys.fill(map, values);
        if (from.delimits()) {
            from.endLength(outer);
        }
        from.leave();
        return map;
    }

    @Override
    Object missing(CdrReader from) {
        from.hold(OVERHEAD);
        return maker.get();
    }

    @Override
    int lengthCode() {
        return ParameterHeaders.BEGINS_WITH_LENGTH;
    }
}
