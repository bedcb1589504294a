package dev.wherry.internal.wire;

import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a thread that reads works: bytes that have come, and how far they are taken. Whoever takes the reading over from
 * it goes on at a desk of its own, with the {@linkplain #moveRest rest}; this one stays with its thread, which takes
 * nothing more.
 */
public final class Desk {
    final In in = new In();
    private final byte[] bytes;
    int position;
    int end;
    private boolean left;
    /** Where the last Cancel of a call stands, by the call; null: that was not looked for. */
    private @Nullable Map<Long, Integer> cancels;

    public Desk(int size) {
        this(new byte[size], 0, 0);
    }

    /** With bytes that are there already. */
    public Desk(byte[] bytes, int position, int end) {
        this.bytes = bytes;
        this.position = position;
        this.end = end;
    }

    /** Reads what is there, once. How much that was; below 0: the link has ended. */
    public int read(Link link) throws IOException {
        position = 0;
        end = 0;
        cancels = null;
        int count = link.read(bytes, 0, bytes.length);
        end = Math.max(0, count);
        return count;
    }

    /** Puts bytes here that were read elsewhere. */
    public void hold(In read) {
        position = 0;
        end = read.remaining();
        cancels = null;
        System.arraycopy(read.array(), read.position(), bytes, 0, end);
    }

    byte[] bytes() {
        return bytes;
    }

    /** Bytes that are not taken yet. */
    public int remaining() {
        return end - position;
    }

    /** Whether a Cancel of this call is behind what was taken. */
    boolean cancels(long call) {
        if (position == end) {
            return false;
        }
        if (cancels == null) {
            cancels = findCancels();
        }
        Integer at = cancels.isEmpty() ? null : cancels.get(call);
        return at != null && at >= position;
    }

    private Map<Long, Integer> findCancels() {
        Map<Long, Integer> found = Map.of();
        In frame = new In();
        int at = position;
        while (end - at >= Frame.HEADER) {
            int length = frame.over(bytes, at, end).readInt();
            if (length < Frame.HEADER - Frame.LENGTH || length > end - at - Frame.LENGTH) {
                break; // not whole yet, or refused when it is taken
            }
            if (frame.readByte() == Frame.CANCEL) {
                frame.readByte();
                found = found.isEmpty() ? new HashMap<>() : found;
                found.put(frame.readLong(), at);
            }
            at += Frame.LENGTH + length;
        }
        return found;
    }

    /** Whether a frame lies here, so that it need not be kept apart while it is being served. */
    public boolean holds(In frame) {
        return frame == in;
    }

    /** What is not taken yet, to an empty desk of the same size; by whoever takes over, while this one's own is in a handler. */
    public void moveRest(Desk to) {
        to.end = end - position;
        to.cancels = null;
        System.arraycopy(bytes, position, to.bytes, 0, to.end);
    }

    /** Its thread has lost the reading to another. */
    public void leave() {
        left = true;
    }

    public boolean isLeft() {
        return left;
    }
}
