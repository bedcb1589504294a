package dev.wherry.internal.wire;

import dev.wherry.PeerEnd;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.text.OneLine;

/** The last frame on a link, or, with {@link Reason#CLOSING} and {@link Reason#DRAINED}, a step of an orderly end. */
@SuppressWarnings("EnumOrdinal") // the order is the wire's, and says so
public record GoAway(Reason reason, String message) {
    private static final int LONGEST_MESSAGE = 1_000;

    /** Why. The order is the wire's. */
    public enum Reason {
        /** The writer leaves: no new calls may begin, and those under way are finished first. */
        CLOSING,
        /** The peer has broken the protocol. */
        PROTOCOL,
        /** No version in common. */
        VERSION,
        /** Over a limit of the endpoint. */
        LIMIT,
        /** No codec in common, or a policy. */
        REFUSED,
        /** No Hello in time, or no life for too long. */
        IDLE,
        /** A lane for a session that is not here. */
        UNKNOWN_SESSION,
        /** All calls of the writer are done, and it makes no more. Sent by both sides, after CLOSING of either. */
        DRAINED
    }

    public GoAway {
        if (message.length() > LONGEST_MESSAGE) {
            message = message.substring(0, LONGEST_MESSAGE);
        }
        message = OneLine.whole(message); // it may contain bytes that the peer has sent
    }

    /** Returns the reason of a session's end for which this is the last frame. */
    public PeerEnd.Reason end() {
        return reason == Reason.IDLE ? PeerEnd.Reason.EXPIRED : PeerEnd.Reason.REFUSED;
    }

    /** Returns the frame. */
    public Out frame() {
        Out out = new Out(256);
        write(out);
        return out;
    }

    public void write(Out out) {
        int start = Frame.begin(out, Frame.GOAWAY, 0, 0);
        out.writeByte(reason.ordinal());
        out.writeText(message);
        Frame.end(out, start);
    }

    public static GoAway read(In body) {
        int reason = body.readByte();
        if (reason >= Reason.values().length) {
            throw CodecException.malformed("a GoAway of reason " + reason);
        }
        return new GoAway(Reason.values()[reason], body.readName(LONGEST_MESSAGE));
    }

    @Override
    public String toString() {
        return message + " (" + reason.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ') + ")";
    }
}
