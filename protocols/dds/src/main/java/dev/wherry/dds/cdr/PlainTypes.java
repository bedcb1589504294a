package dev.wherry.dds.cdr;

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
                    from -> Double.longBitsToDouble(from.readLong())),
            String.class,
            new Text());

    private PlainTypes() {}

    /** Returns the type of a box or of String. */
    static CdrType of(Class<?> type) {
        return Objects.requireNonNull(TYPES.get(type), type::getName);
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
        @Override
        void write(CdrWriter to, Object value) {
            to.writeText((String) value);
        }

        @Override
        Object read(CdrReader from) {
            return from.readText();
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

    /** A {@code byte[]} of a fixed length. */
    static final class Octets extends CdrType {
        private final int length;

        Octets(int length) {
            this.length = length;
        }

        @Override
        void write(CdrWriter to, Object value) {
            byte[] octets = (byte[]) value;
            if (octets.length != length) {
                throw to.failure("an array of " + length + " octets has " + octets.length);
            }
            to.writeBytes(octets);
        }

        @Override
        Object read(CdrReader from) {
            from.hold(16L + length);
            return from.readBytes(length);
        }

        @Override
        Object missing(CdrReader from) {
            from.hold(16L + length);
            return new byte[length];
        }
    }
}
