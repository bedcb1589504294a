package dev.wherry.internal.wire;

import dev.wherry.spi.Out;

/**
 * The layout of a frame: length (4 bytes, of what follows), type (1), flags (1), id (8), body. Little endian, the same
 * on every link.
 */
public final class Frame {
    public static final int HELLO = 1;
    public static final int DEFINE = 2;
    public static final int CALL = 3;
    public static final int REPLY = 4;
    public static final int FAILURE = 5;
    public static final int CANCEL = 6;
    public static final int CREDIT = 8;
    public static final int RELEASE = 9;
    public static final int PING = 11;
    public static final int GOAWAY = 12;
    /** Asks what became of a call whose lane broke. */
    public static final int SETTLE = 13;
    /** Up to which position of main the writer has received everything. It is not counted itself. */
    public static final int RECEIVED = 14;

    /** More fragments of this message follow. */
    public static final int MORE = 1;
    /** The sender gives up a message of which fragments were sent. */
    public static final int ABORT = 2;
    /** Of an answer: the body begins with {@link ContextEntries}. */
    public static final int CONTEXT = 4;
    /** Nobody waits for this call: it has a Credit instead of a Reply. */
    public static final int ONE_WAY = 8;
    /** With {@link #ONE_WAY}: a Reply as soon as the call is accepted. */
    public static final int ACCEPT = 16;
    /** The flags of a call whose caller waits until it is accepted, and for no result. */
    public static final int ACCEPTED = ONE_WAY | ACCEPT;
    /** The body starts with an order: calls of one order run one after another. */
    public static final int ORDERED = 32;
    /** Of a Ping: the answer. */
    public static final int ANSWER = 64;
    /** The message ends with a list of the references in it ({@link ReferenceList}). */
    public static final int REFERENCES = 128;

    /** The length field itself. */
    public static final int LENGTH = 4;
    /** All before the body. */
    public static final int HEADER = LENGTH + 10;
    /** The longest body of a frame on a main link; longer messages are cut into fragments. */
    public static final int FRAGMENT = 1 << 16;

    /** A call's id is the number of its lane, 0 for main, then a sequence number of so many bits. */
    public static final int LANE_SHIFT = 40;

    private Frame() {}

    /** Starts a frame; what is written next is its body. Returns where it starts, for {@link #end}. */
    public static int begin(Out out, int type, int flags, long id) {
        int start = out.size();
        out.writeInt(0);
        out.writeByte(type);
        out.writeByte(flags);
        out.writeLong(id);
        return start;
    }

    public static void end(Out out, int start) {
        out.patchInt(start, out.size() - start - LENGTH);
    }

    /** Overwrites the id of a frame that starts there. */
    public static void patchId(Out out, int start, long id) {
        out.patchInt(start + LENGTH + 2, (int) id);
        out.patchInt(start + LENGTH + 2 + Integer.BYTES, (int) (id >>> Integer.SIZE));
    }

    /** A frame without a body. */
    public static void write(Out out, int type, int flags, long id) {
        end(out, begin(out, type, flags, id));
    }

    /** The flags that a frame of this type may carry; -1 for a type that does not exist. */
    public static int flagsOf(int type) {
        return switch (type) {
            case CALL -> MORE | ABORT | ONE_WAY | ACCEPT | ORDERED | REFERENCES;
            case REPLY, FAILURE -> MORE | ABORT | CONTEXT | REFERENCES;
            case PING -> ANSWER;
            case HELLO, DEFINE, CANCEL, CREDIT, RELEASE, GOAWAY, SETTLE, RECEIVED -> 0;
            default -> -1;
        };
    }

    /** Whether frames of this type carry messages, which may be long; all other frames are short. */
    public static boolean isMessage(int type) {
        return (flagsOf(type) & MORE) != 0;
    }

    /** Refuses types and flags that version 1 does not know. */
    public static void check(int type, int flags) {
        int known = flagsOf(type);
        if (known < 0) {
            throw ProtocolException.breach("Unknown frame type " + type);
        }
        if ((flags & ~known) != 0) {
            throw ProtocolException.breach(
                    "Unknown flags 0x" + Integer.toHexString(flags & ~known) + " on a frame of type " + type);
        }
    }

    /** Whether a Call of these flags has neither a Reply nor a Failure. */
    public static boolean isUnanswered(int flags) {
        return (flags & ACCEPTED) == ONE_WAY;
    }
}
