package dev.wherry.codec.compact;

import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Arrays of primitives: their length, then their elements as they lie in little-endian memory. */
final class PrimitiveArrayCodecs {
    static final int FIRST = 9;
    static final BuiltInCodecs.Part PART = new BuiltInCodecs.Part(FIRST, all(), Map.of());

    private PrimitiveArrayCodecs() {}

    /** In the order of the kinds, which is the wire's here too. */
    private static List<BuiltInCodec> all() {
        List<BuiltInCodec> all = new ArrayList<>();
        for (FieldKind kind : FieldKind.values()) {
            if (kind.primitive()) {
                all.add(new Bulk(kind));
            }
        }
        return all;
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

    private static final class Bulk extends BuiltInCodec {
        private final FieldKind kind;
        private final int width;

        Bulk(FieldKind kind) {
            super(kind.type.arrayType(), false, true, false);
            this.kind = kind;
            width = switch (kind) {
                case BOOLEAN, BYTE -> 1;
                case SHORT, CHAR -> 2;
                case INT, FLOAT -> 4;
                default -> 8;
            };
        }

        @Override
        void write(Object value, Slot at, Writer to) {
            Out out = to.out;
            int length = Array.getLength(value);
            out.writeSize(length);
            int start = out.size();
            // Beyond what fits an array the buffer refuses, naming its limit.
            out.size(Math.toIntExact(start + (long) length * width));
            ByteBuffer bytes = bytes(out.array(), start, length);
            switch (kind) {
                case BOOLEAN -> PrimitiveArrayCodecs.put((boolean[]) value, bytes);
                case BYTE -> bytes.put((byte[]) value);
                case SHORT -> bytes.asShortBuffer().put((short[]) value);
                case CHAR -> bytes.asCharBuffer().put((char[]) value);
                case INT -> bytes.asIntBuffer().put((int[]) value);
                case LONG -> bytes.asLongBuffer().put((long[]) value);
                case FLOAT -> bytes.asFloatBuffer().put((float[]) value);
                default -> bytes.asDoubleBuffer().put((double[]) value);
            }
        }

        @Override
        Object read(Slot at, Reader from, int id) {
            In in = from.in;
            int length = in.readCount(width);
            if (kind == FieldKind.BYTE) {
                return in.readBytes(length); // not cleared before it is filled, as other new arrays are
            }
            Object value = Array.newInstance(kind.type, length);
            ByteBuffer bytes = bytes(in.array(), in.position(), length);
            switch (kind) {
                case BOOLEAN -> PrimitiveArrayCodecs.get((boolean[]) value, bytes);
                case SHORT -> bytes.asShortBuffer().get((short[]) value);
                case CHAR -> bytes.asCharBuffer().get((char[]) value);
                case INT -> bytes.asIntBuffer().get((int[]) value);
                case LONG -> bytes.asLongBuffer().get((long[]) value);
                case FLOAT -> bytes.asFloatBuffer().get((float[]) value);
                default -> bytes.asDoubleBuffer().get((double[]) value);
            }
            in.skip(length * width);
            return value;
        }

        private ByteBuffer bytes(byte[] array, int start, int length) {
            return ByteBuffer.wrap(array, start, length * width).slice().order(ByteOrder.LITTLE_ENDIAN);
        }
    }
}
