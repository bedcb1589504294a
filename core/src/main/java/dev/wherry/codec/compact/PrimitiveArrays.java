package dev.wherry.codec.compact;

import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

/** Arrays of primitives: their length, then their elements as they lie in little-endian memory. */
final class PrimitiveArrays {
    static final int FIRST = 9;
    static final BuiltIns.Part PART = new BuiltIns.Part(FIRST, all(), Map.of());

    private PrimitiveArrays() {}

    private static List<BuiltIn> all() {
        return List.of(
                new Bulk<>(boolean[].class, 1, PrimitiveArrays::put, PrimitiveArrays::get),
                new Bulk<>(byte[].class, 1, (v, to) -> to.put(v), (v, from) -> from.get(v)),
                new Bulk<>(
                        short[].class,
                        2,
                        (v, to) -> to.asShortBuffer().put(v),
                        (v, from) -> from.asShortBuffer().get(v)),
                new Bulk<>(
                        char[].class,
                        2,
                        (v, to) -> to.asCharBuffer().put(v),
                        (v, from) -> from.asCharBuffer().get(v)),
                new Bulk<>(
                        int[].class,
                        4,
                        (v, to) -> to.asIntBuffer().put(v),
                        (v, from) -> from.asIntBuffer().get(v)),
                new Bulk<>(
                        long[].class,
                        8,
                        (v, to) -> to.asLongBuffer().put(v),
                        (v, from) -> from.asLongBuffer().get(v)),
                new Bulk<>(
                        float[].class,
                        4,
                        (v, to) -> to.asFloatBuffer().put(v),
                        (v, from) -> from.asFloatBuffer().get(v)),
                new Bulk<>(
                        double[].class,
                        8,
                        (v, to) -> to.asDoubleBuffer().put(v),
                        (v, from) -> from.asDoubleBuffer().get(v)));
    }

    private static void put(boolean[] value, ByteBuffer to) {
        for (boolean each : value) {
            to.put((byte) (each ? 1 : 0));
        }
    }

    private static void get(boolean[] value, ByteBuffer from) {
        for (int i = 0; i < value.length; i++) {
            value[i] = from.get() != 0;
        }
    }

    private interface Moves<T> {
        void move(T array, ByteBuffer bytes);
    }

    private static final class Bulk<T> extends BuiltIn {
        private final Class<T> array;
        private final int width;
        private final Moves<T> puts;
        private final Moves<T> gets;

        Bulk(Class<T> array, int width, Moves<T> puts, Moves<T> gets) {
            super(array, false, true, false);
            this.array = array;
            this.width = width;
            this.puts = puts;
            this.gets = gets;
        }

        @Override
        void write(Object value, Place at, Writer to) {
            Out out = to.out;
            int length = Array.getLength(value);
            out.writeSize(length);
            int start = out.size();
            // Beyond what fits an array the buffer refuses, naming its limit.
            out.size(Math.toIntExact(start + (long) length * width));
            puts.move(
                    array.cast(value),
                    ByteBuffer.wrap(out.array(), start, length * width).slice().order(ByteOrder.LITTLE_ENDIAN));
        }

        @Override
        Object read(Place at, Reader from, int slot) {
            In in = from.in;
            int length = in.readCount(width);
            T value = array.cast(Array.newInstance(array.getComponentType(), length));
            gets.move(
                    value,
                    ByteBuffer.wrap(in.array(), in.position(), length * width)
                            .slice()
                            .order(ByteOrder.LITTLE_ENDIAN));
            in.skip(length * width);
            return value;
        }
    }
}
