package dev.wherry.dds.cdr;

import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.JavaType;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;

/** Arrays of a primitive type, as sequences or arrays that are copied as a whole. */
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

    /** How arrays of one Java type are copied. */
    private record Form(int width, ToIntFunction<Object> length, Put put, Get get) {}

    private static final Map<Class<?>, Form> FORMS = Map.of(
            byte.class,
            new Form(1, array -> ((byte[]) array).length, (to, array) -> to.put((byte[]) array), (from, count) -> {
                byte[] array = new byte[count];
                from.get(array);
                return array;
            }),
            boolean.class,
            new Form(1, array -> ((boolean[]) array).length, ArrayType::put, ArrayType::booleans),
            short.class,
            new Form(
                    2,
                    array -> ((short[]) array).length,
                    (to, array) -> to.asShortBuffer().put((short[]) array),
                    (from, count) -> {
                        short[] array = new short[count];
                        from.asShortBuffer().get(array);
                        return array;
                    }),
            char.class,
            new Form(
                    2,
                    array -> ((char[]) array).length,
                    (to, array) -> to.asCharBuffer().put((char[]) array),
                    (from, count) -> {
                        char[] array = new char[count];
                        from.asCharBuffer().get(array);
                        return array;
                    }),
            int.class,
            new Form(
                    4,
                    array -> ((int[]) array).length,
                    (to, array) -> to.asIntBuffer().put((int[]) array),
                    (from, count) -> {
                        int[] array = new int[count];
                        from.asIntBuffer().get(array);
                        return array;
                    }),
            float.class,
            new Form(
                    4,
                    array -> ((float[]) array).length,
                    (to, array) -> to.asFloatBuffer().put((float[]) array),
                    (from, count) -> {
                        float[] array = new float[count];
                        from.asFloatBuffer().get(array);
                        return array;
                    }),
            long.class,
            new Form(
                    8,
                    array -> ((long[]) array).length,
                    (to, array) -> to.asLongBuffer().put((long[]) array),
                    (from, count) -> {
                        long[] array = new long[count];
                        from.asLongBuffer().get(array);
                        return array;
                    }),
            double.class,
            new Form(
                    8,
                    array -> ((double[]) array).length,
                    (to, array) -> to.asDoubleBuffer().put((double[]) array),
                    (from, count) -> {
                        double[] array = new double[count];
                        from.asDoubleBuffer().get(array);
                        return array;
                    }));

    /** Characters in ISO 8859-1. */
    private static final Form NARROW =
            new Form(1, array -> ((char[]) array).length, ArrayType::putNarrow, ArrayType::narrow);

    private final Form form;
    private final boolean fixed;
    private final int size;

    private ArrayType(Form form, boolean fixed, int size) {
        this.form = form;
        this.fixed = fixed;
        this.size = size;
    }

    /** Returns the type of such arrays. */
    static CdrType of(JavaType.PrimitiveArray type) {
        return switch (type.dataType()) {
            case DataType.Array array -> new ArrayType(form(type, array.element()), true, array.length());
            case DataType.Sequence sequence -> new ArrayType(form(type, sequence.element()), false, sequence.bound());
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    private static Form form(JavaType.PrimitiveArray type, DataType element) {
        return element == DataType.Primitive.CHAR8
                ? NARROW
                : Objects.requireNonNull(FORMS.get(type.component()), type.component()::getName);
    }

    /** Returns whether each array has the same length, so that none is sent. */
    boolean isFixed() {
        return fixed;
    }

    @Override
    void write(CdrWriter to, Object value) {
        int count = form.length.applyAsInt(value);
        if (fixed) {
            FixedArrayType.checkLength(to, size, count);
        } else {
            SequenceType.checkBound(to, size, count);
            to.writeInt(count);
        }
        if (count > 0) {
            try {
                form.put.to(to.writeMany(count, form.width), value);
            } catch (IllegalArgumentException e) {
                throw to.failure("a character is not one byte in ISO 8859-1");
            }
        }
    }

    @Override
    Object read(CdrReader from) {
        int count = fixed ? size : from.readCount(form.width, size);
        from.hold(OVERHEAD + (long) count * form.width);
        ByteBuffer bytes = count == 0 ? ByteBuffer.allocate(0) : from.readMany(count, form.width);
        try {
            return form.get.from(bytes, count);
        } catch (IllegalArgumentException e) {
            throw from.failure("a truth value is 0 or 1, and one of these is not");
        }
    }

    @Override
    Object missing(CdrReader from) {
        int count = fixed ? size : 0;
        from.hold(OVERHEAD + (long) count * form.width);
        return form.get.from(ByteBuffer.allocate(count * form.width), count);
    }

    @Override
    int lengthCode() {
        if (fixed) {
            return ParameterHeaders.LENGTH_FOLLOWS;
        }
        return switch (form.width) {
            case 1 -> ParameterHeaders.BEGINS_WITH_LENGTH;
            case 4 -> ParameterHeaders.BEGINS_WITH_LENGTH + 1;
            case 8 -> ParameterHeaders.BEGINS_WITH_LENGTH + 2;
            default -> ParameterHeaders.LENGTH_FOLLOWS;
        };
    }

    private static void putNarrow(ByteBuffer to, Object array) {
        for (char each : (char[]) array) {
            if (each > 0xff) {
                throw new IllegalArgumentException("not one byte");
            }
            to.put((byte) each);
        }
    }

    private static Object narrow(ByteBuffer from, int count) {
        char[] array = new char[count];
        for (int i = 0; i < count; i++) {
            array[i] = (char) (from.get() & 0xff);
        }
        return array;
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
