package dev.wherry.dds.cdr;

import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.JavaType;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

/** Numbers, characters, truth values and texts. */
final class PlainTypes {
    /** Writes a value. */
    private interface Write {
        void to(CdrWriter writer, Object value);
    }

    /** Reads a value. */
    private interface Read {
        Object from(CdrReader reader);
    }

    private static final Map<Class<?>, CdrType> TYPES = Map.of(
            Boolean.class,
            new Fixed(0, false, (to, value) -> to.writeBoolean((boolean) value), CdrReader::readBoolean),
            Byte.class,
            new Fixed(0, (byte) 0, (to, value) -> to.writeByte((byte) value), CdrReader::readByte),
            Short.class,
            new Fixed(1, (short) 0, (to, value) -> to.writeShort((short) value), CdrReader::readShort),
            Character.class,
            new Fixed(1, '\0', (to, value) -> to.writeShort((short) (char) value), from -> (char) from.readShort()),
            Integer.class,
            new Fixed(2, 0, (to, value) -> to.writeInt((int) value), CdrReader::readInt),
            Long.class,
            new Fixed(3, 0L, (to, value) -> to.writeLong((long) value), CdrReader::readLong),
            Float.class,
            new Fixed(
                    2,
                    0F,
                    (to, value) -> to.writeInt(Float.floatToRawIntBits((float) value)),
                    from -> Float.intBitsToFloat(from.readInt())),
            Double.class,
            new Fixed(
                    3,
                    0D,
                    (to, value) -> to.writeLong(Double.doubleToRawLongBits((double) value)),
                    from -> Double.longBitsToDouble(from.readLong())));

    private PlainTypes() {}

    /** One byte in ISO 8859-1. */
    private static final CdrType NARROW = new Fixed(
            0, '\0', (to, value) -> to.writeByte(narrow(to, (char) value)), from -> (char) (from.readByte() & 0xff));

    /** Returns the type of a box or of String. */
    static CdrType of(JavaType.Plain type) {
        return switch (type.dataType()) {
            case DataType.Text text -> new Text(text.bound());
            case Primitive.CHAR8 -> NARROW;
            default -> of(type.type());
        };
    }

    /** Returns the type of a box. */
    static CdrType of(Class<?> box) {
        return Objects.requireNonNull(TYPES.get(box), box::getName);
    }

    /** Returns the byte of a character. */
    static byte narrow(CdrWriter to, char value) {
        if (value > 0xff) {
            throw to.failure("the character '" + value + "' is not one byte in ISO 8859-1");
        }
        return (byte) value;
    }

    private static final class Fixed extends CdrType {
        private final int lengthCode;
        private final Object zero;
        private final Write write;
        private final Read read;

        /** @param lengthCode the power of two that is its length */
        Fixed(int lengthCode, Object zero, Write write, Read read) {
            this.lengthCode = lengthCode;
            this.zero = zero;
            this.write = write;
            this.read = read;
        }

        @Override
        void write(CdrWriter to, Object value) {
            write.to(to, value);
        }

        @Override
        Object read(CdrReader from) {
            return read.from(from);
        }

        @Override
        Object missing(CdrReader from) {
            return zero;
        }

        @Override
        boolean isPrimitive() {
            return true;
        }

        @Override
        int lengthCode() {
            return lengthCode;
        }
    }

    private static final class Text extends CdrType {
        private final int bound;

        /** @param bound the most bytes; 0: no limit */
        Text(int bound) {
            this.bound = bound;
        }

        @Override
        void write(CdrWriter to, Object value) {
            String text = (String) value;
            if (isTooLong(text)) {
                throw to.failure("a text of more than " + bound + " bytes in UTF-8");
            }
            to.writeText(text);
        }

        @Override
        Object read(CdrReader from) {
            String text = from.readText();
            if (isTooLong(text)) {
                throw from.failure("a text of more than " + bound + " bytes in UTF-8");
            }
            return text;
        }

        private boolean isTooLong(String text) {
            return bound > 0 && text.length() > bound / 3 && text.getBytes(StandardCharsets.UTF_8).length > bound;
        }

        @Override
        Object missing(CdrReader from) {
            return "";
        }

        @Override
        int lengthCode() {
            return ParameterHeaders.BEGINS_WITH_LENGTH;
        }
    }
}
