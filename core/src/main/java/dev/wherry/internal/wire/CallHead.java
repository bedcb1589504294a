package dev.wherry.internal.wire;

import dev.wherry.ContextKey;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The part of a call before its arguments.
 *
 * @param order calls with the same one run one after another; 0: in no order
 * @param method a definition's number
 * @param millisLeft until the caller gives up, from when it is sent; 0: it never does
 * @param sent when that was, in milliseconds by the writer's clock, see {@link PeerClock}; 0: not known
 */
public record CallHead(
        long order, long object, int method, long millisLeft, long sent, Map<ContextKey<?>, Object> context) {
    private static final int MOST_ENTRIES = 64;
    private static final int LONGEST_NAME = 64;

    public void write(Out out) {
        write(out, order, object, method, millisLeft, sent, context);
    }

    /** Writes a head without making one: this is part of every call. */
    public static void write(
            Out out,
            long order,
            long object,
            int method,
            long millisLeft,
            long sent,
            Map<ContextKey<?>, Object> context) {
        if (order != 0) {
            out.writeLongSize(order);
        }
        out.writeLongSize(object);
        out.writeSize(method);
        out.writeLongSize(millisLeft);
        out.writeLongSize(sent);
        if (context.size() > MOST_ENTRIES) {
            throw CodecException.limit(
                    "a call with " + context.size() + " context entries, more than " + MOST_ENTRIES, "context");
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

    public static CallHead read(In body, int flags) {
        long order = (flags & Frame.ORDERED) != 0 ? body.readLongSize() : 0;
        long object = body.readLongSize();
        int method = body.readSize();
        long millisLeft = body.readLongSize();
        long sent = body.readLongSize();
        int entries = body.readSize();
        if (entries < 0 || entries > MOST_ENTRIES) {
            throw CodecException.malformed(Integer.toUnsignedString(entries) + " context entries");
        }
        Map<ContextKey<?>, Object> context = entries == 0 ? Map.of() : LinkedHashMap.newLinkedHashMap(entries);
        for (int i = 0; i < entries; i++) {
            readEntry(body, context);
        }
        return new CallHead(order, object, method, millisLeft, sent, context);
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
