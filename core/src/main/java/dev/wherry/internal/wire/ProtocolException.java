package dev.wherry.internal.wire;

import dev.wherry.text.OneLine;
import java.io.Serial;

/** The peer broke the protocol or a limit; its link is closed, with a GoAway that says why. */
public final class ProtocolException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final GoAway.Reason reason;

    public ProtocolException(GoAway.Reason reason, String message) {
        super(OneLine.whole(message));
        this.reason = reason;
    }

    /** Returns the exception for a frame that the protocol does not allow. */
    public static ProtocolException breach(String message) {
        return new ProtocolException(GoAway.Reason.PROTOCOL, message);
    }

    /** Returns the exception for a frame above a limit. */
    public static ProtocolException limit(String message) {
        return new ProtocolException(GoAway.Reason.LIMIT, message);
    }

    public GoAway goAway() {
        return new GoAway(reason, String.valueOf(getMessage()));
    }
}
