package dev.wherry.internal.wire;

import dev.wherry.spi.In;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the bytes of a main link into frames. Between frames it holds nothing; a frame that came in part is collected in
 * an array of its own. Used by the link's reader alone.
 */
public final class FrameReader {
    private static final int LONGEST = Frame.HEADER - Frame.LENGTH + Frame.FRAGMENT;
    /** Less than a link itself costs: not taken from the room that all links share. */
    private static final int SMALL = 1 << 10;

    /** Takes frames as they come. */
    public interface Sink {
        /** The body's bytes are the reader's again when this returns. */
        void frame(int type, int flags, long id, In body);

        /** There was no room for a Call, Reply, Failure or Item that came in part; what else comes of it is dropped. */
        default void refused(int type, int flags, long id) {
            throw ProtocolException.limit("No room for a frame");
        }
    }

    private final Sink sink;
    private final InboundCapacity.Share room;
    private final In in = new In();
    /** While it is taken from. */
    private @Nullable Desk current;

    private byte @Nullable [] partial;
    private int have;
    private int dropping;
    private long whole;

    public FrameReader(InboundCapacity.Share room, Sink sink) {
        this.room = room;
        this.sink = sink;
    }

    /** How many have come. */
    public long frames() {
        return whole;
    }

    /** The number of the frame that has come in part, from 1; 0 if there is none. */
    public long inPart() {
        return partial != null || dropping > 0 ? whole + 1 : 0;
    }

    /** Takes all that is on the desk, unless the thread loses the reading to another on the way: then no more is touched. */
    public void take(Desk desk) {
        current = desk;
        try {
            byte[] bytes = desk.bytes();
            while (!desk.isLeft() && desk.position < desk.end) {
                takeOne(desk, bytes);
            }
        } finally {
            if (!desk.isLeft()) {
                current = null;
            }
        }
    }

    private void takeOne(Desk desk, byte[] bytes) {
        int at = desk.position;
        int there = desk.end - at;
        if (dropping > 0) {
            desk.position += drop(there);
        } else if (partial != null) {
            fill(partial, desk, there);
        } else if (there < Frame.LENGTH || there < Frame.LENGTH + length(bytes, at)) {
            partial = new byte[Frame.HEADER];
            have = 0;
        } else {
            int next = at + Frame.LENGTH + length(bytes, at);
            desk.position = next;
            deliver(desk.in.over(bytes, at + Frame.LENGTH, next));
        }
    }

    /** By the sink, which gets a call: whether a Cancel of it was read together with it. */
    public boolean cancels(long call) {
        Desk desk = current;
        return desk != null && desk.cancels(call);
    }

    /** Moves what is missing to the partial frame. */
    private void fill(byte[] frame, Desk desk, int there) {
        int taken = Math.min(frame.length - have, there);
        System.arraycopy(desk.bytes(), desk.position, frame, have, taken);
        have += taken;
        desk.position += taken;
        int length = have < Frame.LENGTH ? frame.length : Frame.LENGTH + length(frame, 0);
        if (have == length) {
            partial = null;
            deliver(in.over(frame, Frame.LENGTH, length));
            room.give(counted(length));
        } else if (have == frame.length) {
            grow(frame, length);
        }
    }

    /** The header has come: makes room for the body, or does without. */
    private void grow(byte[] header, int length) {
        if (room.take(counted(length))) {
            partial = Arrays.copyOf(header, length);
            return;
        }
        in.over(header, Frame.LENGTH, Frame.HEADER);
        int type = in.readByte();
        int flags = in.readByte();
        Frame.check(type, flags);
        room.checkSpared(type);
        partial = null;
        dropping = length - have;
        sink.refused(type, flags, in.readLong());
    }

    private static int counted(int length) {
        return length > SMALL ? length : 0;
    }

    private int drop(int most) {
        int dropped = Math.min(dropping, most);
        dropping -= dropped;
        if (dropping == 0) {
            whole++;
        }
        return dropped;
    }

    private int length(byte[] bytes, int at) {
        return checkLength(in.over(bytes, at, at + Frame.LENGTH).readInt(), LONGEST);
    }

    /** The length of what follows a length field, if a frame may have it. */
    public static int checkLength(int length, int longest) {
        if (length < Frame.HEADER - Frame.LENGTH || length > longest) {
            throw ProtocolException.limit("A frame of " + Integer.toUnsignedString(length) + " bytes; "
                    + (Frame.HEADER - Frame.LENGTH) + " to " + longest + " are taken here");
        }
        return length;
    }

    private void deliver(In frame) {
        whole++;
        int type = frame.readByte();
        int flags = frame.readByte();
        long id = frame.readLong();
        Frame.check(type, flags);
        sink.frame(type, flags, id, frame);
    }
}
