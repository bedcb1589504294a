package dev.wherry.internal.wire;

import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The messages that wait to be written on a main link. Short ones are written in the order in which they were added. Those that
 * are too long for one frame take turns, a fragment each, and short ones pass between them. No ordered call overtakes another:
 * behind a long one even short ones wait. Guarded by its owner.
 */
public final class SendQueue {
    /** Bytes of a buffer that are kept from batch to batch. */
    private static final int KEPT = 1 << 17;

    private final Deque<LongMessage> longs = new ArrayDeque<>();
    /** Ordered calls behind a long one that is among {@link #longs}. */
    private final Deque<LongMessage> behind = new ArrayDeque<>();

    private Out waiting = new Out(1 << 10);
    private Out batch = new Out(1 << 10);
    private boolean orderedUnderWay;
    private long longBytes;

    /** A message that takes its turns, and how far it has gone. */
    private static final class LongMessage {
        final byte[] bytes;
        final int size;
        final int type;
        final int flags;
        final long id;
        final Runnable takingBack;
        int next = Frame.HEADER;
        boolean aborted;

        LongMessage(Out message, Runnable takingBack) {
            size = message.size();
            bytes = message.detach();
            In header = new In().over(bytes, Frame.LENGTH, Frame.HEADER);
            type = header.readByte();
            flags = header.readByte();
            id = header.readLong();
            this.takingBack = takingBack;
        }

        boolean isOrdered() {
            return (flags & Frame.ORDERED) != 0;
        }

        boolean hasBegun() {
            return next > Frame.HEADER;
        }
    }

    /** Returns the buffer for whole frames, which are written before all that is added later. */
    public Out frames() {
        return waiting;
    }

    /** Whether a message, which is one frame of any length, may be added to {@link #frames()} as it is. */
    public boolean passes(Out message) {
        boolean ordered = (message.array()[Frame.LENGTH + 1] & Frame.ORDERED) != 0;
        return message.size() <= Frame.HEADER + Frame.FRAGMENT && !(ordered && orderedUnderWay);
    }

    /**
     * Adds a message that may not pass.
     *
     * @param message gives its bytes away
     * @param takingBack what to do if it is given up
     */
    public void add(Out message, Runnable takingBack) {
        longBytes += message.size() - Frame.HEADER;
        queue(new LongMessage(message, takingBack));
    }

    private void queue(LongMessage message) {
        if (message.isOrdered() && orderedUnderWay) {
            behind.add(message);
        } else {
            orderedUnderWay |= message.isOrdered();
            longs.add(message);
        }
    }

    /** Gives up a call that was not written as a whole. Returns what is then to be done; null if there is none of this id. */
    public @Nullable Runnable abort(long id) {
        LongMessage found = find(id, longs);
        if (found == null) {
            found = find(id, behind);
            if (found == null) {
                return null;
            }
            behind.remove(found);
        } else if (!found.hasBegun()) {
            longs.remove(found);
            ended(found);
        }
        longBytes -= found.size - found.next;
        found.aborted = true;
        return found.takingBack;
    }

    private static @Nullable LongMessage find(long id, Iterable<LongMessage> among) {
        for (LongMessage each : among) {
            if (!each.aborted && each.type == Frame.CALL && each.id == id) {
                return each;
            }
        }
        return null;
    }

    /**
     * Returns what to write next: all short messages, and a fragment of a long one. It does not change until the next call of
     * this method, which drops it as written. Null if nothing waits.
     */
    public @Nullable Out next() {
        batch.reset(KEPT);
        if (isEmpty()) {
            return null;
        }
        Out next = waiting;
        waiting = batch;
        batch = next;
        LongMessage message = longs.poll();
        if (message == null) {
            return batch;
        }
        if (message.aborted) {
            Frame.write(batch, message.type, Frame.ABORT, message.id);
            ended(message);
        } else if (fragment(message)) {
            ended(message);
        } else {
            longs.add(message);
        }
        return batch;
    }

    /** Adds the message's next fragment to the batch; true if it was the last. */
    private boolean fragment(LongMessage message) {
        int length = Math.min(Frame.FRAGMENT, message.size - message.next);
        boolean last = message.next + length == message.size;
        int flags = (message.hasBegun() ? 0 : message.flags) | (last ? 0 : Frame.MORE);
        int start = Frame.begin(batch, message.type, flags, message.id);
        batch.write(message.bytes, message.next, length);
        Frame.end(batch, start);
        message.next += length;
        longBytes -= length;
        return last;
    }

    private void ended(LongMessage message) {
        if (message.isOrdered()) {
            orderedUnderWay = false;
            LongMessage next = behind.poll();
            if (next != null) {
                queue(next);
            }
        }
    }

    /** Whether nothing waits. */
    public boolean isEmpty() {
        return waiting.size() == 0 && longs.isEmpty();
    }

    /** Bytes that are not known to be written: those that wait, and the batch. */
    public long unsent() {
        return waiting.size() + batch.size() + longBytes;
    }

    /** Drops all that waits; the batch stays whoever writes it. */
    public void clear() {
        waiting.reset(0);
        longs.clear();
        behind.clear();
        longBytes = 0;
        orderedUnderWay = false;
    }
}
