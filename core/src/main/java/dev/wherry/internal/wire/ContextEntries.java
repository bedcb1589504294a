package dev.wherry.internal.wire;

import dev.wherry.ContextKey;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.LinkedHashMap;
import java.util.Map;

/** The context of a call or of its answer, as bytes. Refused as malformed: too many entries, a name that is empty or too long. */
public final class ContextEntries {
    /** The most entries of one message. */
    public static final int MOST = 64;

    private static final int LONGEST_NAME = 64;

    private ContextEntries() {}

    public static void write(Out out, Map<ContextKey<?>, Object> context) {
        if (context.size() > MOST) {
            throw CodecException.limit(
                    "a message with " + context.size() + " context entries, more than " + MOST, "context");
        }
        out.writeSize(context.size());
        if (!context.isEmpty()) {
            context.forEach((key, value) -> writeEntry(out, key, value));
        }
    }

    private static void writeEntry(Out out, ContextKey<?> key, Object value) {
        out.writeText(key.name());
        switch (value) {
            case String text -> {
                out.writeByte(0);
                out.writeText(text);
            }
            case Long number -> {
                out.writeByte(1);
                out.writeVarLong(number);
            }
            case Boolean flag -> {
                out.writeByte(2);
                out.writeBoolean(flag);
            }
            case byte[] bytes -> {
                out.writeByte(3);
                out.writeSize(bytes.length);
                out.write(bytes, 0, bytes.length);
            }
            default ->
                throw new IllegalArgumentException("Context entry '" + key.name() + "' is a "
                        + value.getClass().getName() + ", declared as "
                        + key.type().getName());
        }
    }

    public static Map<ContextKey<?>, Object> read(In body) {
        int entries = body.readSize();
        if (entries < 0 || entries > MOST) {
            throw CodecException.malformed(Integer.toUnsignedString(entries) + " context entries");
        }
        Map<ContextKey<?>, Object> context = entries == 0 ? Map.of() : LinkedHashMap.newLinkedHashMap(entries);
        for (int i = 0; i < entries; i++) {
            readEntry(body, context);
        }
        return context;
    }

    private static void readEntry(In body, Map<ContextKey<?>, Object> to) {
        String name = body.readName(LONGEST_NAME);
        if (name.isEmpty()) {
            throw CodecException.malformed("a context entry without a name");
        }
        int type = body.readByte();
        switch (type) {
            case 0 -> to.put(new ContextKey<>(name, String.class), body.readName(Integer.MAX_VALUE));
            case 1 -> to.put(new ContextKey<>(name, Long.class), body.readVarLong());
            case 2 -> to.put(new ContextKey<>(name, Boolean.class), body.readBoolean());
            case 3 -> to.put(new ContextKey<>(name, byte[].class), body.readBytes(body.readCount(1)));
            default -> throw CodecException.malformed("context entry '" + name + "' of type " + type);
        }
    }
}
