package dev.wherry.internal.protocol;

import dev.wherry.spi.In;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the bytes of a main link into frames. Between frames it holds nothing; a frame that came in part is collected in
 * an array of its own. Used by the link's reader alone.
 */
public final class FrameReader {
    private static final int LONGEST = Frame.HEADER - Frame.LENGTH + Frame.FRAGMENT;

    /** Takes frames as they come. The body's bytes are the reader's again when this returns. */
    public interface Sink {
        void frame(int type, int flags, long id, In body);
    }

    private final Sink sink;
    private final In in = new In();
    private byte @Nullable [] partial;
    private int have;

    public FrameReader(Sink sink) {
        this.sink = sink;
    }

    /** Whether a frame has come in part. */
    public boolean waiting() {
        return partial != null;
    }

    public void take(byte[] bytes, int start, int end) {
        int at = start;
        while (at < end) {
            if (partial != null) {
                at += fill(partial, bytes, at, end);
            } else if (end - at < Frame.LENGTH || end - at < Frame.LENGTH + length(bytes, at)) {
                keep(bytes, at, end);
                return;
            } else {
                int next = at + Frame.LENGTH + length(bytes, at);
                deliver(bytes, at, next);
                at = next;
            }
        }
    }

    private void keep(byte[] bytes, int at, int end) {
        int whole = end - at < Frame.LENGTH ? Frame.LENGTH : Frame.LENGTH + length(bytes, at);
        partial = new byte[whole];
        have = end - at;
        System.arraycopy(bytes, at, partial, 0, have);
    }

    /** Moves what is missing to the partial frame; the number of bytes taken. */
    private int fill(byte[] frame, byte[] bytes, int at, int end) {
        int taken = Math.min(frame.length - have, end - at);
        System.arraycopy(bytes, at, frame, have, taken);
        have += taken;
        if (have == frame.length) {
            int whole = Frame.LENGTH + length(frame, 0);
            if (have < whole) {
                partial = Arrays.copyOf(frame, whole);
            } else {
                partial = null;
                deliver(frame, 0, whole);
            }
        }
        return taken;
    }

    private int length(byte[] bytes, int at) {
        return checkLength(in.over(bytes, at, at + Frame.LENGTH).readInt(), LONGEST);
    }

    /** The length of what follows a length field, if a frame may have it. */
    public static int checkLength(int length, int longest) {
        if (length < Frame.HEADER - Frame.LENGTH || length > longest) {
            throw new ProtocolException(
                    GoAway.Reason.LIMIT,
                    "A frame of " + Integer.toUnsignedString(length) + " bytes; " + (Frame.HEADER - Frame.LENGTH)
                            + " to " + longest + " are taken here");
        }
        return length;
    }

    private void deliver(byte[] bytes, int at, int end) {
        in.over(bytes, at + Frame.LENGTH, end);
        int type = in.readByte();
        int flags = in.readByte();
        long id = in.readLong();
        Frame.check(type, flags);
        sink.frame(type, flags, id, in);
    }
}
