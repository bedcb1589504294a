package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * How a field is written: as one of the primitives, as text, or as any value with its head. The order is part of the
 * wire format.
 */
@SuppressWarnings("EnumOrdinal") // the order is part of the wire format
enum FieldKind {
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

    private static final FieldKind[] ALL = values();

    final Class<?> type;
    final String writes;
    final Class<?> written;
    final String reads;
    final Class<?> got;

    FieldKind(Class<?> type, String writes, Class<?> written, String reads, Class<?> got) {
        this.type = type;
        this.writes = writes;
        this.written = written;
        this.reads = reads;
        this.got = got;
    }

    static FieldKind of(Class<?> declared) {
        for (FieldKind kind : ALL) {
            if (kind.type == declared) {
                return kind;
            }
        }
        return OPEN;
    }

    static FieldKind at(int code) {
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

    /**
     * Returns the value of a field of this kind. Each kind uses its own type, since the JDK would otherwise make a
     * class for the conversion. All are read as if they were volatile, because some are.
     */
    @Nullable
    Object get(VarHandle field, Object owner) {
        return switch (this) {
            case BOOLEAN -> (boolean) field.getVolatile(owner);
            case BYTE -> (byte) field.getVolatile(owner);
            case SHORT -> (short) field.getVolatile(owner);
            case CHAR -> (char) field.getVolatile(owner);
            case INT -> (int) field.getVolatile(owner);
            case LONG -> (long) field.getVolatile(owner);
            case FLOAT -> (float) field.getVolatile(owner);
            case DOUBLE -> (double) field.getVolatile(owner);
            case TEXT, OPEN -> (Object) field.getVolatile(owner);
        };
    }

    @SuppressWarnings("NullAway") // a primitive was read as a box
    void set(VarHandle field, Object owner, @Nullable Object value) {
        switch (this) {
            case BOOLEAN -> field.setVolatile(owner, (boolean) value);
            case BYTE -> field.setVolatile(owner, (byte) value);
            case SHORT -> field.setVolatile(owner, (short) value);
            case CHAR -> field.setVolatile(owner, (char) value);
            case INT -> field.setVolatile(owner, (int) value);
            case LONG -> field.setVolatile(owner, (long) value);
            case FLOAT -> field.setVolatile(owner, (float) value);
            case DOUBLE -> field.setVolatile(owner, (double) value);
            case TEXT, OPEN -> field.setVolatile(owner, value);
        }
    }

    /** Returns the value of a field of this kind that the peer does not have. */
    @Nullable
    Object zero() {
        return Array.get(Array.newInstance(type, 1), 0);
    }

    /** Converts a box as Java widens its primitive to this kind; null if Java does not. */
    @Nullable
    Object widen(Object box) {
        Object field = Array.newInstance(type, 1);
        try {
            Array.set(field, 0, box);
        } catch (IllegalArgumentException e) {
            return null;
        }
        return Array.get(field, 0);
    }
}
