package dev.wherry.mobility.internal.code;

import java.io.Serializable;
import java.util.Objects;
import java.util.UUID;

/**
 * The host and the session that a signature is valid for, so that it is valid for no other.
 *
 * @param host the endpoint that runs the code
 * @param session the id of the session, which is random
 */
public record Challenge(UUID host, UUID session) implements Serializable {
    public Challenge {
        Objects.requireNonNull(host, "the host that a signature is for");
        Objects.requireNonNull(session, "the session that a signature is for");
    }
}
