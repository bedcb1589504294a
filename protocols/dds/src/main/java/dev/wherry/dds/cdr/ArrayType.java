package dev.wherry.dds.cdr;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;

/** Arrays of a primitive type, as sequences that are copied as a whole. */
final class ArrayType extends CdrType {
    private static final int OVERHEAD = 16;

    /** Copies an array into bytes. */
    private interface Put {
        void to(ByteBuffer bytes, Object array);
    }

    /** Copies bytes into a new array. */
    private interface Get {
        Object from(ByteBuffer bytes, int count);
    }

    private static final Map<Class<?>, ArrayType> TYPES = Map.of(
            byte.class,
            new ArrayType(1, array -> ((byte[]) array).length, (to, array) -> to.put((byte[]) array), (from, count) -> {
                byte[] array = new byte[count];
                from.get(array);
                return array;
            }),
            boolean.class,
            new ArrayType(1, array -> ((boolean[]) array).length, ArrayType::put, ArrayType::booleans),
            short.class,
            new ArrayType(
                    2,
                    array -> ((short[]) array).length,
                    (to, array) -> to.asShortBuffer().put((short[]) array),
                    (from, count) -> {
                        short[] array = new short[count];
                        from.asShortBuffer().get(array);
                        return array;
                    }),
            char.class,
            new ArrayType(
                    2,
                    array -> ((char[]) array).length,
                    (to, array) -> to.asCharBuffer().put((char[]) array),
                    (from, count) -> {
                        char[] array = new char[count];
                        from.asCharBuffer().get(array);
                        return array;
                    }),
            int.class,
            new ArrayType(
                    4,
                    array -> ((int[]) array).length,
                    (to, array) -> to.asIntBuffer().put((int[]) array),
                    (from, count) -> {
                        int[] array = new int[count];
                        from.asIntBuffer().get(array);
                        return array;
                    }),
            float.class,
            new ArrayType(
                    4,
                    array -> ((float[]) array).length,
                    (to, array) -> to.asFloatBuffer().put((float[]) array),
                    (from, count) -> {
                        float[] array = new float[count];
                        from.asFloatBuffer().get(array);
                        return array;
                    }),
            long.class,
            new ArrayType(
                    8,
                    array -> ((long[]) array).length,
                    (to, array) -> to.asLongBuffer().put((long[]) array),
                    (from, count) -> {
                        long[] array = new long[count];
                        from.asLongBuffer().get(array);
                        return array;
                    }),
            double.class,
            new ArrayType(
                    8,
                    array -> ((double[]) array).length,
                    (to, array) -> to.asDoubleBuffer().put((double[]) array),
                    (from, count) -> {
                        double[] array = new double[count];
                        from.asDoubleBuffer().get(array);
                        return array;
                    }));

    private final int width;
    private final ToIntFunction<Object> length;
    private final Put put;
    private final Get get;

    private ArrayType(int width, ToIntFunction<Object> length, Put put, Get get) {
        this.width = width;
        this.length = length;
        this.put = put;
        this.get = get;
    }

    /** Returns the type of arrays of such elements. */
    static CdrType of(Class<?> component) {
        return Objects.requireNonNull(TYPES.get(component), component::getName);
    }

    @Override
    void write(CdrWriter to, Object value) {
        int count = length.applyAsInt(value);
        to.writeInt(count);
        if (count > 0) {
            put.to(to.writeMany(count, width), value);
        }
    }

    @Override
    Object read(CdrReader from) {
        int count = from.readCount(width);
        from.hold(OVERHEAD + (long) count * width);
        ByteBuffer bytes = count == 0 ? ByteBuffer.allocate(0) : from.readMany(count, width);
        try {
            return get.from(bytes, count);
        } catch (IllegalArgumentException e) {
            throw from.failure("a truth value is 0 or 1, and one of these is not");
        }
    }

    @Override
    Object missing(CdrReader from) {
        return get.from(ByteBuffer.allocate(0), 0);
    }

    @Override
    int lengthCode() {
        return switch (width) {
            case 1 -> ParameterHeaders.BEGINS_WITH_LENGTH;
            case 4 -> ParameterHeaders.BEGINS_WITH_LENGTH + 1;
            case 8 -> ParameterHeaders.BEGINS_WITH_LENGTH + 2;
            default -> ParameterHeaders.LENGTH_FOLLOWS;
        };
    }

    private static void put(ByteBuffer to, Object array) {
        for (boolean each : (boolean[]) array) {
            to.put((byte) (each ? 1 : 0));
        }
    }

    private static Object booleans(ByteBuffer from, int count) {
        boolean[] array = new boolean[count];
        for (int i = 0; i < count; i++) {
            byte value = from.get();
            if ((value & 0xfe) != 0) {
                throw new IllegalArgumentException("not a truth value");
            }
            array[i] = value == 1;
        }
        return array;
    }
}
