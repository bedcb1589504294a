package dev.wherry.internal.wire;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.HashMap;
import java.util.Map;

/**
 * The references of a message, listed at its end, so that a reader that does not decode all of it can give them back. The list
 * ends with the number of its bytes.
 */
public final class ReferenceList {
    /** The shortest reference in a message: kind, id, identity, relays, number of interfaces. */
    private static final int LEAST = 20;

    private ReferenceList() {}

    public static void write(Iterable<Exported> references, Out to) {
        int start = to.size();
        for (Exported each : references) {
            to.writeLongSize(each.id());
        }
        to.writeInt(to.size() - start);
    }

    /** Removes the list from the end of a message. Returns how often each object is referred to. */
    public static Map<Long, Integer> cut(In body) {
        int start = body.position();
        int end = start + body.remaining() - Integer.BYTES;
        int bytes = end < start
                ? -1
                : new In().over(body.array(), end, end + Integer.BYTES).readInt();
        int list = end - bytes;
        if (bytes < 0 || list < start) {
            throw CodecException.malformed("a list of references of " + bytes + " bytes");
        }
        In ids = new In().over(body.array(), list, end);
        Map<Long, Integer> counts = new HashMap<>();
        for (int room = (list - start) / LEAST; ids.remaining() > 0; room--) {
            if (room == 0) {
                throw CodecException.malformed("a list of more references than the message can hold");
            }
            counts.merge(ids.readLongSize(), 1, Integer::sum);
        }
        body.over(body.array(), start, list);
        return counts;
    }
}
