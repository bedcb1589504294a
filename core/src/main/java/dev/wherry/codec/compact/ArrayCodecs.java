package dev.wherry.codec.compact;

import dev.wherry.codec.ClassNames;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Arrays of primitives: the length, then the elements as little-endian memory holds them. */
final class ArrayCodecs {
    static final int FIRST = 9;
    static final BuiltInCodec.Part PART = new BuiltInCodec.Part(FIRST, all(), Map.of());

    private ArrayCodecs() {}

    /** Returns the codecs in the order of the kinds, which is also the order on the wire. */
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
            // The buffer refuses what does not fit, and names its limit.
            out.size(Math.toIntExact(start + (long) length * width));
            ByteBuffer bytes = bytes(out.array(), start, length);
            switch (kind) {
                case BOOLEAN -> ArrayCodecs.put((boolean[]) value, bytes);
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
                return in.readBytes(length); // this array is not cleared before it is filled
            }
            Object value = Array.newInstance(kind.type, length);
            ByteBuffer bytes = bytes(in.array(), in.position(), length);
            switch (kind) {
                case BOOLEAN -> ArrayCodecs.get((boolean[]) value, bytes);
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

    /** Arrays of objects, also of arrays. The component class is written only if it differs from the declared one. */
    static final class Objects extends BuiltInCodec {
        private static final int LONGEST_NAME = 1 << 12;

        Objects() {
            super(Object[].class, true, true, false);
        }

        /** Accepts any array of objects. The component class is checked when it is known. */
        @Override
        boolean fits(Slot slot) {
            return slot.raw.isArray() ? !slot.raw.getComponentType().isPrimitive() : super.fits(slot);
        }

        @Override
        void write(Object value, Slot at, Writer to) {
            @Nullable Object[] array = (@Nullable Object[]) value;
            Class<?> component = value.getClass().getComponentType();
            Slot elements = elements(component, at);
            if (component == declared(at)) {
                to.out.writeText(null);
            } else if (at.codecs.types.allows(value.getClass())) {
                to.out.writeText(component.getName());
            } else {
                throw at.codecs.types.refusal(value.getClass());
            }
            to.out.writeSize(array.length);
            HomogeneousRun.write(array, elements, to);
        }

        @Override
        Object read(Slot at, Reader from, int id) {
            String name = from.in.readText();
            Class<?> component = name == null ? declared(at) : named(name, at, from);
            if (at.raw.isArray() && !at.raw.getComponentType().isAssignableFrom(component)) {
                throw CodecException.malformed(
                        "an array of " + component.getName() + " where a " + at + " is declared");
            }
            @Nullable
            Object[] array = (@Nullable Object[]) Array.newInstance(component, from.readCount(Long.BYTES, type));
            from.started(id, array);
            try {
                HomogeneousRun.read(array, elements(component, at), from);
            } catch (ArrayStoreException e) {
                throw CodecException.malformed(
                        "an element of " + e.getMessage() + " in an array of " + component.getName());
            }
            return array;
        }

        private static Class<?> declared(Slot at) {
            return at.raw.isArray() && !at.raw.getComponentType().isPrimitive()
                    ? at.raw.getComponentType()
                    : Object.class;
        }

        private static Slot elements(Class<?> component, Slot at) {
            return component == declared(at) ? at.first() : at.codecs.slot(component);
        }

        private static Class<?> named(String name, Slot at, Reader from) {
            if (name.length() > LONGEST_NAME) {
                throw CodecException.malformed("a name of " + name.length() + " characters");
            }
            return from.named(() -> ClassNames.ofArray(name, at.codecs.types));
        }
    }
}
