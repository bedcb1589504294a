package dev.wherry.internal.protocol;

import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import java.io.IOException;

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
        int count = link.read(bytes, 0, bytes.length);
        end = Math.max(0, count);
        return count;
    }

    /** Puts bytes here that were read elsewhere. */
    public void hold(In read) {
        position = 0;
        end = read.remaining();
        System.arraycopy(read.array(), read.position(), bytes, 0, end);
    }

    byte[] bytes() {
        return bytes;
    }

    /** Bytes that are not taken yet. */
    public int remaining() {
        return end - position;
    }

    /** Whether a frame lies here, so that it need not be kept apart while it is being served. */
    public boolean holds(In frame) {
        return frame == in;
    }

    /** What is not taken yet, to an empty desk of the same size; by whoever takes over, while this one's own is in a handler. */
    public void moveRest(Desk to) {
        to.end = end - position;
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
