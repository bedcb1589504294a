package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.dds.engine.DdsException;

/**
 * The failures of calls that have no reply. Immutable; for any thread.
 *
 * @param description of what is called
 */
record ChannelFailures(String description) {
    CallException left() {
        return new CallException(Code.UNKNOWN_OUTCOME, "The server of " + description + " has left during the call");
    }

    /** @param servers of which only the strongest one's replies are received */
    CallException late(String called, int servers, Throwable cause) {
        String strongest = servers > 1
                ? ". " + servers + " servers offer replies, and those of the strongest one alone are received:"
                        + " 'wherry dds ls' shows their strengths"
                : "";
        return new CallException(Code.DEADLINE_EXCEEDED, "No reply of " + called + " came in time" + strongest, cause);
    }

    CallException closed() {
        return new CallException(Code.UNKNOWN_OUTCOME, "The stub of " + description + " was closed during the call");
    }

    /** Returns the failure of a call of which the servers that are left cannot be read. */
    CallException unknown(DdsException cause) {
        return cause.kind() == DdsException.Kind.CLOSED
                ? closed()
                : new CallException(
                        Code.UNKNOWN_OUTCOME,
                        "The servers of " + description + " changed during the call, and are not known: "
                                + cause.getMessage(),
                        cause);
    }

    CallException notSent(DdsException cause) {
        boolean isMalformed = cause.kind() == DdsException.Kind.MALFORMED;
        return new CallException(
                        isMalformed ? Code.CODEC : Code.UNAVAILABLE,
                        "The request to " + description + " was not sent: " + cause.getMessage(),
                        cause)
                .withOutcome(isMalformed ? Outcome.NOT_RUN : Outcome.UNKNOWN);
    }

    /** Returns the refusal of a call to all servers if the strongest one alone replies. */
    CallException oneReplies() {
        return new CallException(
                Code.INVALID_CALL,
                "The servers of " + description
                        + " cannot be called all, as replies of the strongest one only are received:"
                        + " their ownership is exclusive. Use Replication.first()");
    }

    /** Returns the refusal of a call to all servers if none is known. */
    CallException noServer() {
        return new CallException(Code.UNAVAILABLE, "No server of " + description + " is there now");
    }
}
