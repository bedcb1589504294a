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
    /** Bytes of a buffer that are kept while it is empty. */
    private static final int KEPT = 1 << 17;

    private final Deque<LongMessage> longs = new ArrayDeque<>();
    /** Ordered calls behind a long one that is among {@link #longs}. */
    private final Deque<LongMessage> behind = new ArrayDeque<>();

    private final Out waiting = new Out(1 << 10);
    /** Bytes of {@link #waiting} that were moved on. */
    private int moved;

    private final Out fragment = new Out(0);
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
     * Moves on what is to be written next, as whole frames: short messages, and a fragment of a long one. The rest stays.
     *
     * @param most bytes of short messages
     */
    public void moveTo(SentBytes next, int most) {
        if (moveFrames(next, Math.min(most, next.capacity())) && next.capacity() >= Frame.HEADER + Frame.FRAGMENT) {
            moveFragment(next);
        }
    }

    /** Returns whether no frame is left. */
    private boolean moveFrames(SentBytes next, int most) {
        In lengths = new In();
        int size = 0;
        int all = waiting.size() - moved;
        while (size < all) {
            int at = moved + size;
            int frame = Frame.LENGTH
                    + lengths.over(waiting.array(), at, at + Frame.LENGTH).readInt();
            if (size + frame > most) {
                break;
            }
            size += frame;
        }
        if (size > 0 && next.add(waiting.array(), moved, size)) {
            moved += size;
            if (moved == waiting.size()) {
                waiting.reset(KEPT);
                moved = 0;
            } else if (moved > waiting.size() / 2) {
                int left = waiting.size() - moved;
                System.arraycopy(waiting.array(), moved, waiting.array(), 0, left);
                waiting.size(left);
                moved = 0;
            }
        }
        return waiting.size() == 0;
    }

    private void moveFragment(SentBytes next) {
        LongMessage message = longs.peek();
        if (message == null) {
            return;
        }
        fragment.reset(KEPT);
        boolean last = message.aborted;
        int length = Math.min(Frame.FRAGMENT, message.size - message.next);
        if (message.aborted) {
            Frame.write(fragment, message.type, Frame.ABORT, message.id);
        } else {
            last = writeFragment(message, length);
        }
        if (!next.add(fragment.array(), 0, fragment.size())) {
            return;
        }
        longs.remove();
        if (!message.aborted) {
            message.next += length;
            longBytes -= length;
        }
        if (last) {
            ended(message);
        } else {
            longs.add(message);
        }
        if (longs.isEmpty()) {
            fragment.reset(0);
        }
    }

    /** Returns whether this is the last fragment. */
    private boolean writeFragment(LongMessage message, int length) {
        boolean last = message.next + length == message.size;
        int flags = (message.hasBegun() ? 0 : message.flags) | (last ? 0 : Frame.MORE);
        int start = Frame.begin(fragment, message.type, flags, message.id);
        fragment.write(message.bytes, message.next, length);
        Frame.end(fragment, start);
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

    /** Bytes that wait. */
    public long unsent() {
        return waiting.size() - moved + longBytes;
    }

    /** Drops all that waits. */
    public void clear() {
        waiting.reset(0);
        moved = 0;
        longs.clear();
        behind.clear();
        longBytes = 0;
        orderedUnderWay = false;
    }
}
