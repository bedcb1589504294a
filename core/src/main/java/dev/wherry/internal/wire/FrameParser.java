package dev.wherry.internal.wire;

import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the bytes of one link into frames, and refuses those that no peer may send. The reader of a main link
 * {@linkplain #parse passes on} what it has read into a buffer that the links of an event loop share. The reader of a lane
 * {@linkplain #read waits} for the next frame. Of a frame that was received in part the bytes are held in an array, which
 * grows with what was received and counts against the capacity that all links share. Used by the link's reader alone, except
 * for {@link #inPart}, {@link #taken} and {@link #close}.
 */
public final class FrameParser {
    /** Bytes that a lane always holds: enough for a Hello, which therefore needs no capacity. */
    private static final int LANE = Hello.LONGEST + Frame.HEADER;
    /** The most bytes that a lane holds when it has no frame in part. */
    private static final int KEPT = 1 << 17;
    /** Less than a link itself costs: not counted. */
    private static final int SMALL = 1 << 10;
    /** A frame up to this length gets its array as soon as the length is known. */
    private static final int AT_ONCE = Frame.HEADER + Frame.FRAGMENT;
    /** Bytes that the length field counts in addition to the body. */
    private static final int HEAD = Frame.HEADER - Frame.LENGTH;

    private static final byte[] NOTHING = {};

    /** Handles the frames of a main link. */
    public interface Sink {
        /** Handles a frame. The bytes of the body may change as soon as this returns. */
        void frame(int type, int flags, long id, In body);

        /** Called if there was no capacity for a Call, Reply or Failure, the rest of which is dropped. */
        default void refused(int type, int flags, long id) {
            throw ProtocolException.limit("No capacity for a frame");
        }
    }

    private final int longest;
    private final int least;
    private final int kept;
    private final InboundCapacity.LinkShare capacity;
    private final Runnable begun;
    private final In in = new In();

    /** While it is parsed. */
    private @Nullable ReadBuffer current;

    /** From {@link #start} to {@link #end}: a frame in part or, on a lane, all that is not parsed yet. */
    private byte[] held;

    private int start;
    private int end;
    /** Bytes of a refused frame that were not received yet. */
    private int dropping;

    private int type;
    private int flags;
    private long id;
    private boolean refused;
    /** Of the frame that is being handled, with its header. */
    private int length;

    private long frames;

    private volatile long inPart;
    private final AtomicLong taken = new AtomicLong();

    private FrameParser(int longest, int least, int kept, InboundCapacity.LinkShare capacity, Runnable begun) {
        this.longest = longest;
        this.least = least;
        this.kept = kept;
        this.capacity = capacity;
        this.begun = begun;
        held = empty();
    }

    /**
     * Returns the parser of a main link. It holds nothing between two frames.
     *
     * @param begun called when a frame was received in part, so that its {@link TransferRate} is watched
     */
    public static FrameParser ofMain(InboundCapacity.LinkShare capacity, Runnable begun) {
        return new FrameParser(Frame.FRAGMENT, 0, 0, capacity, begun);
    }

    /**
     * Returns the parser of a link that blocks: a lane, or any link before its Hello.
     *
     * @param longest the longest body of a frame
     * @param begun as for {@link #ofMain}
     */
    public static FrameParser ofLane(int longest, InboundCapacity.LinkShare capacity, Runnable begun) {
        return new FrameParser(longest, LANE, KEPT, capacity, begun);
    }

    // ---- a main link

    /**
     * Parses what the buffer holds. If another thread takes over the reading while a frame is being handled, this one stops
     * there and touches nothing more.
     */
    public void parse(ReadBuffer buffer, Sink sink) {
        int count = buffer.remaining();
        current = buffer;
        for (In body = next(buffer); body != null; body = buffer.isLost() ? null : next(buffer)) {
            if (refused) {
                sink.refused(type, flags, id);
            } else {
                sink.frame(type, flags, id, body);
            }
        }
        if (!buffer.isLost()) {
            current = null;
            mark(start < end || dropping > 0);
            taken.lazySet(taken.getPlain() + count);
        }
    }

    /** Called by the sink, for a call: returns whether a Cancel of it was read together with it. */
    public boolean cancels(long call) {
        ReadBuffer buffer = current;
        return buffer != null && buffer.cancels(call);
    }

    private @Nullable In next(ReadBuffer buffer) {
        if (end > 0 || dropping > 0) {
            release();
            if (end > 0) {
                return collect(buffer);
            }
            if (dropping > 0 && !drop(buffer)) {
                return null;
            }
        }
        int there = buffer.remaining();
        if (there == 0) {
            return null;
        }
        byte[] bytes = buffer.bytes();
        int at = buffer.position;
        int length = length(bytes, at, there, longest);
        if (length > there) {
            return collect(buffer);
        }
        buffer.position = at + length;
        frames++;
        return header(buffer.in.over(bytes, at + Frame.LENGTH, at + length), length);
    }

    /** Moves what belongs to the frame in part out of the buffer. Null if the frame is not whole yet. */
    private @Nullable In collect(ReadBuffer buffer) {
        for (int length = missing(longest); length > 0; length = missing(longest)) {
            if (buffer.remaining() == 0) {
                return null;
            }
            if (!reserve(length)) {
                dropping = length - end;
                this.length = length;
                end = 0;
                return in;
            }
            int moved = Math.min(length - end, buffer.remaining());
            System.arraycopy(buffer.bytes(), buffer.position, held, end, moved);
            buffer.position += moved;
            end += moved;
        }
        return whole();
    }

    /** Drops what belongs to a refused frame. True if that was all of it. */
    private boolean drop(ReadBuffer buffer) {
        int dropped = Math.min(dropping, buffer.remaining());
        buffer.position += dropped;
        dropping -= dropped;
        if (dropping == 0) {
            frames++;
        }
        return dropping == 0;
    }

    // ---- a lane

    /** Returns the first byte of a link, which is parsed later. */
    public int first(Link link) throws IOException {
        while (start == end) {
            fill(link, held.length);
        }
        return Byte.toUnsignedInt(held[start]);
    }

    /** Reads the preamble that starts each direction. */
    public void readPreamble(Link link) throws IOException {
        for (int length = 1; length <= Preamble.LENGTH; length++) {
            while (end - start < length) {
                fill(link, held.length);
            }
            Preamble.checkStart(held, start, length);
        }
        Preamble.read(in.over(held, start, start + Preamble.LENGTH));
        start += Preamble.LENGTH;
    }

    /** Reads the next frame. Returns its body, whose bytes are valid until the next read. */
    public In read(Link link) throws IOException {
        return read(link, longest);
    }

    /** Reads the next frame as {@link #read(Link)} does, with a lower limit for its body. */
    public In read(Link link, int longest) throws IOException {
        release();
        for (int length = missing(longest); length > 0; length = missing(longest)) {
            if (!reserve(length)) {
                drop(link, length - (end - start));
                frames++;
                mark(false);
                return in.over(held, 0, 0);
            }
            fill(link, held.length);
        }
        In body = whole();
        mark(false);
        return body;
    }

    /** Returns what was read beyond the last frame. */
    public byte[] rest() {
        return Arrays.copyOfRange(held, start, end);
    }

    /** Reads so many bytes and keeps none of them. */
    private void drop(Link link, int count) throws IOException {
        int left = count;
        mark(true);
        start = 0;
        for (end = 0; left > 0; end = 0) {
            fill(link, Math.min(left, held.length));
            left -= end;
        }
    }

    private void fill(Link link, int to) throws IOException {
        if (end > 0) {
            mark(true);
        } else {
            link.expect();
        }
        int count = link.read(held, end, to - end);
        if (count < 0) {
            throw new EOFException(end == 0 ? "The peer has closed" : "The peer has closed in the middle of a frame");
        }
        end += count;
        taken.lazySet(taken.getPlain() + count);
    }

    // ---- both

    /**
     * Returns how many bytes the frame has that starts here; if its length field was not received as a whole, a number that is
     * larger than what was.
     */
    private int length(byte[] bytes, int at, int there, int longest) {
        return there < Frame.LENGTH
                ? Frame.HEADER
                : Frame.LENGTH
                        + checkLength(in.over(bytes, at, at + Frame.LENGTH).readInt(), longest);
    }

    private static int checkLength(int length, int longest) {
        if (length < HEAD || length > longest + HEAD) {
            throw ProtocolException.limit("A frame of " + Integer.toUnsignedString(length) + " bytes; " + HEAD + " to "
                    + (longest + HEAD) + " bytes are accepted");
        }
        return length;
    }

    /** Reads the header behind the length field, and refuses what no peer may send. The rest is the body. */
    private In header(In frame, int length) {
        this.length = length;
        type = frame.readByte();
        flags = frame.readByte();
        id = frame.readLong();
        Frame.check(type, flags);
        if (length > AT_ONCE && !Frame.isMessage(type)) {
            checkLength(length - Frame.LENGTH, Frame.FRAGMENT);
        }
        return frame;
    }

    /** Returns the length up to which the frame in part is to be received next, as far as that is known; 0: it is whole. */
    private int missing(int longest) {
        int there = end - start;
        int length = length(held, start, there, longest);
        if (there >= length) {
            return 0;
        }
        if (there < Frame.HEADER) {
            return Frame.HEADER;
        }
        header(in.over(held, start + Frame.LENGTH, start + Frame.HEADER), length);
        return length;
    }

    /** Returns the body of the frame in part, which is whole now. */
    private In whole() {
        int at = start;
        start += Frame.LENGTH + in.over(held, at, end).readInt();
        frames++;
        return header(in.over(held, at + Frame.LENGTH, start), start - at);
    }

    /** Makes space for more bytes of a frame. False if there is no capacity for them: then a message is refused. */
    private boolean reserve(int length) {
        if (start > 0) {
            System.arraycopy(held, start, held, 0, end - start);
            end -= start;
            start = 0;
        }
        if (end < held.length) {
            return true;
        }
        int larger = length <= AT_ONCE ? length : (int) Math.min(length, 2L * held.length);
        int counted = counted(larger) - counted(held.length);
        if (counted > 0 && !capacity.take(counted)) {
            capacity.checkSpared(type);
            refused = true;
            return false;
        }
        held = Arrays.copyOf(held, larger);
        return true;
    }

    /** Forgets the last frame, and releases what it needed. */
    private void release() {
        refused = false;
        if (start == end) {
            start = 0;
            end = 0;
            if (held.length > kept) {
                capacity.give(counted(held.length));
                held = empty();
            }
        }
    }

    private byte[] empty() {
        return least == 0 ? NOTHING : new byte[least];
    }

    private int counted(int length) {
        return length > SMALL ? length - least : 0;
    }

    private void mark(boolean part) {
        long before = inPart;
        long now = part ? frames + 1 : 0;
        if (now != before) {
            inPart = now;
            if (before == 0) {
                begun.run();
            }
        }
    }

    public int type() {
        return type;
    }

    public int flags() {
        return flags;
    }

    /** Returns how many bytes the frame has that is being handled. */
    public int length() {
        return length;
    }

    public long id() {
        return id;
    }

    /** Returns whether there was no capacity for the frame just read, which was dropped. */
    public boolean refused() {
        return refused;
    }

    /** Returns how many frames were received. */
    public long frames() {
        return frames;
    }

    /** Returns the number of the frame that was received in part, from 1; 0 if there is none. For any thread. */
    public long inPart() {
        return inPart;
    }

    /** Returns how many bytes were taken from the link. For any thread. */
    public long taken() {
        return taken.get();
    }

    /** Returns what it holds to the capacity of all links, once the link has ended. For any thread. */
    public void close() {
        capacity.close();
    }
}
