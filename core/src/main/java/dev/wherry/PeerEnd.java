package dev.wherry;

import java.time.Instant;
import java.util.Objects;

/**
 * How a connection with a peer ended, as {@link Peer#onEnd} reports it.
 *
 * @param reason the kind of end
 * @param message what happened, for a log
 * @param time when this side noticed it
 */
public record PeerEnd(Reason reason, String message, Instant time) {
    /** The kinds of end. They are what this side knows, and never a guess. */
    public enum Reason {
        /** The peer announced the end: it closed the connection or its endpoint. */
        LEFT,
        /** This side ended it: by {@link Peer#close()}, {@link Endpoint#close()}, after it was idle, or since it could not go on. */
        CLOSED,
        /** The link broke without an announcement: the process of the peer ended, or the network between the two failed. */
        DIED,
        /** The connection was kept as long as allowed: the peer was silent, too slow, or idle while others waited for a place. */
        EXPIRED,
        /** The peer's address is now served by another process, so the objects of the earlier one are gone. */
        RESTARTED,
        /** One side refused to go on: a limit was exceeded, a policy forbids it, or the protocol was broken. */
        REFUSED
    }

    /** Checks that no component is missing. */
    public PeerEnd {
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(time, "time");
    }
}
