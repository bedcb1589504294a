package dev.wherry.internal.protocol;

import java.io.Serial;

/** The peer broke the protocol or a limit; its link is closed, with a GoAway that says why. */
public final class ProtocolException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final GoAway.Reason reason;

    public ProtocolException(GoAway.Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public GoAway goAway() {
        return new GoAway(reason, String.valueOf(getMessage()));
    }
}
