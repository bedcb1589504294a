package dev.wherry.internal.wire;

import dev.wherry.spi.In;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Messages of one main link of which more fragments are to be received. Memory grows with the bytes that were received, never with
 * a length that a peer announces. The link's reader adds fragments; any thread may check and close.
 *
 * <pre>
 * (first fragment) --&gt; IN PART -- last fragment --&gt; whole
 *                         |  +---- ABORT --&gt; given up
 *                         +-- no capacity --&gt; REFUSED, reported once -- last fragment or ABORT --&gt; forgotten
 * </pre>
 */
public final class Assembly {
    static final int MOST_MESSAGES = 1_024;

    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final byte[] NOTHING = {};

    private final int mostBytes;
    private final InboundCapacity.LinkShare capacity;
    private final Map<Key, Parts> messages = new HashMap<>();
    private long held;
    private long passed;
    private long lastCheck;
    private boolean closed;

    private record Key(int type, long id) {}

    private static final class Parts {
        final int flags;
        final TransferRate rate;
        byte[] bytes = NOTHING;
        int size;
        boolean refused;

        Parts(int flags, TransferRate rate) {
            this.flags = flags;
            this.rate = rate;
        }
    }

    /** @param mostBytes of one message; all unfinished ones of this link together may hold twice as much */
    public Assembly(int mostBytes, InboundCapacity.LinkShare capacity) {
        this.mostBytes = mostBytes;
        this.capacity = capacity;
    }

    /**
     * A message whose last fragment was received.
     *
     * @param flags of its first fragment
     * @param body null if there was no capacity for it: it is refused, and its further fragments are dropped
     */
    public record Message(int flags, @Nullable In body) {}

    /** Returns whether the frame belongs to a message in fragments: another one follows, or it is not the first. For the reader. */
    public boolean takes(int type, int flags, long id) {
        return (flags & (Frame.MORE | Frame.ABORT)) != 0
                || (!messages.isEmpty() && messages.containsKey(new Key(type, id)));
    }

    /** Adds a fragment. Returns null if more fragments follow, or if its message was given up or refused before. */
    public synchronized @Nullable Message add(
            int type, int flags, long id, byte[] from, int start, int length, long now) {
        Key key = new Key(type, id);
        passed += length;
        if ((flags & Frame.ABORT) != 0 || closed) {
            drop(key);
            return null;
        }
        Parts parts = begun(key, flags, now);
        boolean refused = parts.refused;
        append(parts, from, start, length);
        if (refused == parts.refused && (flags & Frame.MORE) != 0) {
            return null;
        }
        return refused ? end(key, flags, null) : end(key, flags, parts);
    }

    /** Refuses the message of a fragment for which there was no capacity. Returns null if it was refused before. For the reader. */
    public synchronized @Nullable Message refuse(int type, int flags, long id, long now) {
        Key key = new Key(type, id);
        Parts parts = begun(key, flags, now);
        boolean refused = parts.refused || (flags & Frame.ABORT) != 0;
        release(parts);
        return end(key, flags, refused ? null : parts);
    }

    private Parts begun(Key key, int flags, long now) {
        Parts parts = messages.get(key);
        if (parts != null) {
            parts.rate.progress(now, passed);
            return parts;
        }
        if (messages.size() == MOST_MESSAGES) {
            throw ProtocolException.limit("More than " + MOST_MESSAGES + " messages in fragments at one time");
        }
        lastCheck = messages.isEmpty() ? now : lastCheck;
        Parts fresh = new Parts(flags & ~Frame.MORE, new TransferRate(now, passed));
        messages.put(key, fresh);
        return fresh;
    }

    private void append(Parts parts, byte[] from, int start, int length) {
        long size = (long) parts.size + length;
        if (size > mostBytes || (!parts.refused && held + length > 2L * mostBytes)) {
            throw ProtocolException.limit("A message of more than " + mostBytes + " bytes (limit 'messageBytes')");
        }
        if (!parts.refused && fits(parts, size)) {
            System.arraycopy(from, start, parts.bytes, parts.size, length);
            held += length;
        }
        parts.size += length;
    }

    private boolean fits(Parts parts, long size) {
        if (size <= parts.bytes.length) {
            return true;
        }
        int larger = (int) Math.min(Math.max(size, 2L * parts.bytes.length), mostBytes);
        if (!capacity.take(larger - parts.bytes.length)) {
            release(parts);
            return false;
        }
        parts.bytes = Arrays.copyOf(parts.bytes, larger);
        return true;
    }

    private void release(Parts parts) {
        if (!parts.refused) {
            parts.refused = true;
            held -= parts.size;
            capacity.give(parts.bytes.length);
            parts.bytes = NOTHING;
        }
    }

    /** Forgets the message if this was its last fragment. Returns the message to report, if any. */
    private @Nullable Message end(Key key, int flags, @Nullable Parts told) {
        Message message = told == null
                ? null
                : new Message(told.flags, told.refused ? null : new In().over(told.bytes, 0, told.size));
        if ((flags & Frame.MORE) == 0) {
            drop(key);
        }
        return message;
    }

    private void drop(Key key) {
        Parts gone = messages.remove(key);
        if (gone != null) {
            release(gone);
        }
    }

    /** Returns whether a message is received too slowly ({@link TransferRate}). Checks at most once a second. */
    public synchronized boolean isTooSlow(long now) {
        if (messages.isEmpty() || now - lastCheck < CHECK_NANOS) {
            return false;
        }
        lastCheck = now;
        return messages.values().stream().anyMatch(each -> each.rate.isTooSlow(now, passed));
    }

    public synchronized boolean isEmpty() {
        return messages.isEmpty();
    }

    /** Releases all messages, because the link has ended. */
    public synchronized void close() {
        closed = true;
        messages.clear();
        capacity.close();
    }
}
