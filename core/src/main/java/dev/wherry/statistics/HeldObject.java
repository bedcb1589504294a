package dev.wherry.statistics;

import java.time.Duration;
import java.util.Objects;

/**
 * An object of an endpoint that a peer refers to, and the session of that peer. All times are by the endpoint's own clock.
 *
 * @param session its number in the endpoint's process. A later session has a greater number
 * @param peer the other end of the session: its address, its user, or the address that was connected to
 * @param connected for how long the session has existed
 * @param object the object's id in the session
 * @param type the class name of the first interface that the peer may call
 * @param references how many references were sent to the peer and not released
 * @param held for how long the peer has referred to the object
 */
public record HeldObject(
        long session, String peer, Duration connected, long object, String type, long references, Duration held) {
    /** Checks that no component is missing. */
    public HeldObject {
        Objects.requireNonNull(peer, "peer");
        Objects.requireNonNull(connected, "connected");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(held, "held");
    }
}
