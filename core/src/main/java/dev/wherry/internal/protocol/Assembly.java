package dev.wherry.internal.protocol;

import dev.wherry.spi.In;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Messages of one main link whose fragments are still coming. Memory grows with what has really come, never with what a
 * peer announces. Used by the link's reader alone.
 */
public final class Assembly {
    private static final int MOST_MESSAGES = 1_024;

    private final int mostBytes;
    private final Map<Key, Parts> messages = new HashMap<>();
    private long held;

    private record Key(int type, long id) {}

    private static final class Parts {
        byte[] bytes = {};
        int size;
        int flags;
    }

    /** @param mostBytes of one message; all unfinished ones together may hold twice as much */
    public Assembly(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** A whole message: the flags of its first fragment, and its body. */
    public record Message(int flags, In body) {}

    /** True if the frame belongs to a message in fragments: it has more to come or it is not the first. */
    public boolean takes(int type, int flags, long id) {
        return (flags & (Frame.MORE | Frame.ABORT)) != 0
                || (!messages.isEmpty() && messages.containsKey(new Key(type, id)));
    }

    /** Adds a fragment; the message if this was its last, null if more is to come or it was given up. */
    public @Nullable Message add(int type, int flags, long id, byte[] from, int start, int length) {
        Key key = new Key(type, id);
        Parts parts = messages.get(key);
        if ((flags & Frame.ABORT) != 0) {
            drop(key);
            return null;
        }
        if (parts == null) {
            if (messages.size() == MOST_MESSAGES) {
                throw new ProtocolException(
                        GoAway.Reason.LIMIT, "More than " + MOST_MESSAGES + " messages in fragments at one time");
            }
            parts = new Parts();
            parts.flags = flags & ~Frame.MORE;
            messages.put(key, parts);
        }
        append(parts, from, start, length);
        if ((flags & Frame.MORE) != 0) {
            return null;
        }
        drop(key);
        return new Message(parts.flags, new In().over(parts.bytes, 0, parts.size));
    }

    private void append(Parts parts, byte[] from, int start, int length) {
        long size = (long) parts.size + length;
        held += length;
        if (size > mostBytes || held > 2L * mostBytes) {
            throw new ProtocolException(
                    GoAway.Reason.LIMIT, "A message of more than " + mostBytes + " bytes (limit 'messageBytes')");
        }
        if (size > parts.bytes.length) {
            parts.bytes =
                    Arrays.copyOf(parts.bytes, (int) Math.min(Math.max(size, 2L * parts.bytes.length), mostBytes));
        }
        System.arraycopy(from, start, parts.bytes, parts.size, length);
        parts.size += length;
    }

    private void drop(Key key) {
        Parts gone = messages.remove(key);
        if (gone != null) {
            held -= gone.size;
        }
    }
}
