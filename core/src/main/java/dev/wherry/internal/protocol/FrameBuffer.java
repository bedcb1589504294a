package dev.wherry.internal.protocol;

import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;

/**
 * Reads frames one by one from a link that blocks: a lane, or any link before its Hello. Memory grows with what has
 * really come. Used by the link's reader alone.
 */
public final class FrameBuffer {
    private static final int KEPT = 1 << 17;
    /** Of what the length field counts, what is not body. */
    private static final int HEAD = Frame.HEADER - Frame.LENGTH;

    private final Link link;
    private final int longest;
    private final In in = new In();
    private byte[] bytes = new byte[1 << 12];
    private int start;
    private int end;
    private volatile boolean waiting;
    private volatile long taken;

    /** @param longest body that is taken */
    public FrameBuffer(Link link, int longest) {
        this.link = link;
        this.longest = longest;
    }

    /** Reads the preamble that starts each direction. */
    public void readPreamble() throws IOException {
        need(Preamble.LENGTH);
        Preamble.read(in.over(bytes, start, start + Preamble.LENGTH));
        start += Preamble.LENGTH;
    }

    private int type;
    private int flags;
    private long id;

    /** Reads the next frame; returns its body, whose bytes are good until the next read. */
    public In read() throws IOException {
        return read(longest);
    }

    /** As {@link #read()}, with a lower limit for this frame's body. */
    public In read(int longest) throws IOException {
        shrink();
        need(Frame.LENGTH);
        int length = FrameReader.checkLength(
                in.over(bytes, start, start + Frame.LENGTH).readInt(), longest + HEAD);
        need(Frame.LENGTH + length);
        waiting = false;
        in.over(bytes, start + Frame.LENGTH, start + Frame.LENGTH + length);
        start += Frame.LENGTH + length;
        type = in.readByte();
        flags = in.readByte();
        id = in.readLong();
        Frame.check(type, flags);
        return in;
    }

    public int type() {
        return type;
    }

    public int flags() {
        return flags;
    }

    public long id() {
        return id;
    }

    /** Whether a frame has come in part; for any thread. */
    public boolean waiting() {
        return waiting;
    }

    /** Bytes taken from the link so far; for any thread. */
    public long taken() {
        return taken;
    }

    /** What was read beyond the last frame. */
    public byte[] rest() {
        return Arrays.copyOfRange(bytes, start, end);
    }

    /** Lets go of what one large frame has blown up. */
    private void shrink() {
        if (start == end) {
            start = 0;
            end = 0;
            if (bytes.length > KEPT) {
                bytes = new byte[1 << 12];
            }
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // the reader alone writes it
    private void need(int length) throws IOException {
        while (end - start < length) {
            if (start > 0) {
                System.arraycopy(bytes, start, bytes, 0, end - start);
                end -= start;
                start = 0;
            }
            if (end == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(Math.max(length, bytes.length), 2L * bytes.length));
            }
            waiting = end > 0;
            int count = link.read(bytes, end, bytes.length - end);
            if (count < 0) {
                throw new EOFException(
                        end == 0 ? "The peer has closed" : "The peer has closed in the middle of a frame");
            }
            end += count;
            taken += count;
        }
    }
}
