package dev.wherry.internal.wire;

import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that one thread has read from a main link, and how far they are parsed. A thread that takes over the reading
 * continues with a buffer of its own, to which it {@linkplain #moveRest moves the rest}. This buffer stays with its thread,
 * which parses nothing more.
 */
public final class ReadBuffer {
    final In in = new In();
    private final byte[] bytes;
    int position;
    private int end;
    private boolean lost;
    /** The position of the last Cancel of each call; null: not looked for yet. */
    private @Nullable Map<Long, Integer> cancels;

    public ReadBuffer(int size) {
        this(new byte[size], 0, 0);
    }

    /** Holds bytes that were read already. */
    public ReadBuffer(byte[] bytes, int position, int end) {
        this.bytes = bytes;
        this.position = position;
        this.end = end;
    }

    /** Reads once. Returns how many bytes; -1 if the link has ended. */
    public int read(Link link) throws IOException {
        position = 0;
        end = 0;
        cancels = null;
        int count = link.read(bytes, 0, bytes.length);
        end = Math.max(0, count);
        return count;
    }

    /** Copies bytes that were read elsewhere. */
    public void hold(In read) {
        position = 0;
        end = read.remaining();
        cancels = null;
        System.arraycopy(read.array(), read.position(), bytes, 0, end);
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns how many bytes are not parsed yet. */
    public int remaining() {
        return end - position;
    }

    /** Returns whether a Cancel of this call follows what was parsed. */
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
                break; // not whole yet, or refused when it is parsed
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

    /** Returns whether this body lies in this buffer. Then it needs no copy as long as the thread handles its frame. */
    public boolean holds(In body) {
        return body == in;
    }

    /**
     * Moves what is not parsed yet to an empty buffer of the same size. Called by the thread that takes over, while the one
     * that owns this buffer handles a frame.
     */
    public void moveRest(ReadBuffer to) {
        to.end = end - position;
        to.cancels = null;
        System.arraycopy(bytes, position, to.bytes, 0, to.end);
    }

    /** Records that its thread has lost the reading to another one. */
    public void lose() {
        lost = true;
    }

    public boolean isLost() {
        return lost;
    }
}
