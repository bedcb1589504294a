package dev.wherry.internal.wire;

import dev.wherry.ContextKey;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
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
        ContextEntries.write(out, context);
    }

    public static CallHead read(In body, int flags) {
        long order = (flags & Frame.ORDERED) != 0 ? body.readLongSize() : 0;
        long object = body.readLongSize();
        int method = body.readSize();
        long millisLeft = body.readLongSize();
        long sent = body.readLongSize();
        return new CallHead(order, object, method, millisLeft, sent, ContextEntries.read(body));
    }
}
