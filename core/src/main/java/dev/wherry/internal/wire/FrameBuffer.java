package dev.wherry.internal.wire;

import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads frames one by one from a link that blocks: a lane, or any link before its Hello. Memory grows with what has
 * really come, and is taken from the room that all links share; a Hello needs none of it. Used by the link's reader
 * alone, but for {@link #inPart}, {@link #taken} and {@link #close}.
 */
public final class FrameBuffer {
    private static final int LEAST = Hello.LONGEST + Frame.HEADER;
    private static final int KEPT = 1 << 17;
    /** Of what the length field counts, what is not body. */
    private static final int HEAD = Frame.HEADER - Frame.LENGTH;

    private final Link link;
    private final int longest;
    private final InboundCapacity.Share room;
    private final Runnable begun;
    private final In in = new In();
    private byte[] bytes = new byte[LEAST];
    private int start;
    private int end;
    private int type;
    private int flags;
    private long id;
    private boolean refused;
    private long whole;
    private volatile long inPart;
    private final AtomicLong taken = new AtomicLong();

    /**
     * @param longest body that is taken
     * @param begun told when a frame has come in part, for somebody to look after its pace
     */
    public FrameBuffer(Link link, int longest, InboundCapacity.Share room, Runnable begun) {
        this.link = link;
        this.longest = longest;
        this.room = room;
        this.begun = begun;
    }

    /** Reads the preamble that starts each direction. */
    public void readPreamble() throws IOException {
        for (int length = 1; length <= Preamble.LENGTH; length++) {
            need(length);
            Preamble.checkStart(bytes, start, length);
        }
        Preamble.read(in.over(bytes, start, start + Preamble.LENGTH));
        start += Preamble.LENGTH;
    }

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
        need(Frame.HEADER);
        in.over(bytes, start + Frame.LENGTH, start + Frame.HEADER);
        type = in.readByte();
        flags = in.readByte();
        id = in.readLong();
        Frame.check(type, flags);
        if (!Frame.isMessage(type)) {
            FrameReader.checkLength(length, Frame.FRAGMENT + HEAD);
        }
        refused = !need(Frame.LENGTH + length);
        if (refused) {
            drop(Frame.LENGTH + length);
        }
        int next = refused ? start : start + Frame.LENGTH + length;
        in.over(bytes, refused ? start : start + Frame.HEADER, next);
        start = next;
        whole++;
        if (inPart != 0) {
            inPart = 0;
        }
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

    /** Whether there was no room for the body of the frame just read: it was dropped as it came. */
    public boolean refused() {
        return refused;
    }

    /** The number of the frame that has come in part, from 1; 0 if there is none. For any thread. */
    public long inPart() {
        return inPart;
    }

    /** Bytes taken from the link so far; for any thread. */
    public long taken() {
        return taken.get();
    }

    /** What was read beyond the last frame. */
    public byte[] rest() {
        return Arrays.copyOfRange(bytes, start, end);
    }

    /** Gives its room back, when the link has ended. For any thread. */
    public void close() {
        room.close();
    }

    /** Lets go of what one large frame has blown up. */
    private void shrink() {
        if (start == end) {
            start = 0;
            end = 0;
            if (bytes.length > KEPT) {
                room.give(bytes.length - LEAST);
                bytes = new byte[LEAST];
            }
        }
    }

    /** Reads until there are so many bytes; false if there is no room for them. */
    private boolean need(int length) throws IOException {
        while (end - start < length) {
            if (start > 0) {
                System.arraycopy(bytes, start, bytes, 0, end - start);
                end -= start;
                start = 0;
            }
            if (end == bytes.length) {
                int larger = (int) Math.min(Math.max(length, bytes.length), 2L * bytes.length);
                if (!room.take(larger - bytes.length)) {
                    return false;
                }
                bytes = Arrays.copyOf(bytes, larger);
            }
            fill(bytes.length);
        }
        return true;
    }

    /** Reads the rest of a frame of so many bytes, and keeps none of it. */
    private void drop(int length) throws IOException {
        room.checkSpared(type);
        int left = length - (end - start);
        begun();
        start = 0;
        for (end = 0; left > 0; end = 0) {
            fill(Math.min(left, bytes.length));
            left -= end;
        }
    }

    private void begun() {
        if (inPart == 0) {
            inPart = whole + 1;
            begun.run();
        }
    }

    private void fill(int to) throws IOException {
        if (end > 0) {
            begun();
        } else {
            link.expect();
        }
        int count = link.read(bytes, end, to - end);
        if (count < 0) {
            throw new EOFException(end == 0 ? "The peer has closed" : "The peer has closed in the middle of a frame");
        }
        end += count;
        taken.lazySet(taken.getPlain() + count);
    }
}
