package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import org.jspecify.annotations.Nullable;

/** How a field lies on the wire: as one of the primitives, as text, or as any value with its head. Order is the wire's. */
@SuppressWarnings("EnumOrdinal") // the order is the wire's, and that of widening
enum Kind {
    BOOLEAN(boolean.class, "writeBoolean", boolean.class, "readBoolean", boolean.class),
    BYTE(byte.class, "writeByte", int.class, "readByte", int.class),
    SHORT(short.class, "writeShort", int.class, "readShort", short.class),
    CHAR(char.class, "writeShort", int.class, "readChar", char.class),
    INT(int.class, "writeVarInt", int.class, "readVarInt", int.class),
    LONG(long.class, "writeVarLong", long.class, "readVarLong", long.class),
    FLOAT(float.class, "writeFloat", float.class, "readFloat", float.class),
    DOUBLE(double.class, "writeDouble", double.class, "readDouble", double.class),
    TEXT(String.class, "writeText", String.class, "readText", String.class),
    OPEN(Object.class, "", void.class, "", void.class);

    private static final Kind[] ALL = values();

    final Class<?> type;
    final String writes;
    final Class<?> written;
    final String reads;
    final Class<?> got;

    Kind(Class<?> type, String writes, Class<?> written, String reads, Class<?> got) {
        this.type = type;
        this.writes = writes;
        this.written = written;
        this.reads = reads;
        this.got = got;
    }

    static Kind of(Class<?> declared) {
        for (Kind kind : ALL) {
            if (kind.type == declared) {
                return kind;
            }
        }
        return OPEN;
    }

    static Kind at(int code) {
        if (code >= ALL.length) {
            throw CodecException.malformed("a field of kind " + code);
        }
        return ALL[code];
    }

    boolean primitive() {
        return type.isPrimitive();
    }

    void write(@Nullable Object value, Out out) {
        if (this == TEXT) {
            out.writeText((String) value);
            return;
        }
        if (value == null) {
            throw CodecException.impossible("null where a " + type + " is declared");
        }
        switch (this) {
            case BOOLEAN -> out.writeBoolean((Boolean) value);
            case BYTE -> out.writeByte((Byte) value);
            case SHORT -> out.writeShort((Short) value);
            case CHAR -> out.writeShort((Character) value);
            case INT -> out.writeVarInt((Integer) value);
            case LONG -> out.writeVarLong((Long) value);
            case FLOAT -> out.writeFloat((Float) value);
            case DOUBLE -> out.writeDouble((Double) value);
            case TEXT, OPEN -> throw new IllegalStateException(name());
        }
    }

    @Nullable
    Object read(In in) {
        return switch (this) {
            case BOOLEAN -> in.readBoolean();
            case BYTE -> (byte) in.readByte();
            case SHORT -> in.readShort();
            case CHAR -> in.readChar();
            case INT -> in.readVarInt();
            case LONG -> in.readVarLong();
            case FLOAT -> in.readFloat();
            case DOUBLE -> in.readDouble();
            case TEXT -> in.readText();
            case OPEN -> throw new IllegalStateException(name());
        };
    }

    /** What stands in a field of this kind that the peer does not have. */
    @Nullable
    Object zero() {
        return switch (this) {
            case BOOLEAN -> false;
            case BYTE -> (byte) 0;
            case SHORT -> (short) 0;
            case CHAR -> (char) 0;
            case INT -> 0;
            case LONG -> 0L;
            case FLOAT -> 0f;
            case DOUBLE -> 0d;
            case TEXT, OPEN -> null;
        };
    }

    /** A box as Java would widen its primitive to this kind; null if Java would not. */
    @Nullable
    Object widen(Object box) {
        if (this == BOOLEAN) {
            return box instanceof Boolean ? box : null;
        }
        if (this == CHAR) {
            return box instanceof Character ? box : null;
        }
        int from = rank(box);
        if (from > ordinal() || from < 0 || (box instanceof Character && this == SHORT)) {
            return null;
        }
        Number number = box instanceof Character c ? Integer.valueOf(c) : (Number) box;
        return switch (this) {
            case BYTE -> number.byteValue();
            case SHORT -> number.shortValue();
            case INT -> number.intValue();
            case LONG -> number.longValue();
            case FLOAT -> number.floatValue();
            case DOUBLE -> number.doubleValue();
            case BOOLEAN, CHAR, TEXT, OPEN -> null;
        };
    }

    private static int rank(Object box) {
        return switch (box) {
            case Byte _ -> BYTE.ordinal();
            case Short _ -> SHORT.ordinal();
            case Character _ -> CHAR.ordinal();
            case Integer _ -> INT.ordinal();
            case Long _ -> LONG.ordinal();
            case Float _ -> FLOAT.ordinal();
            case Double _ -> DOUBLE.ordinal();
            default -> -1;
        };
    }
}
