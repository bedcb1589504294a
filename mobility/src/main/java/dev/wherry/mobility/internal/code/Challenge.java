package dev.wherry.mobility.internal.code;

import java.io.Serializable;
import java.util.Objects;
import java.util.UUID;

/**
 * What a signature has to be for, so that it serves nowhere else.
 *
 * @param host who asks
 * @param session drawn at random for each
 */
public record Challenge(UUID host, UUID session) implements Serializable {
    public Challenge {
        Objects.requireNonNull(host, "the host that a signature is for");
        Objects.requireNonNull(session, "the session that a signature is for");
    }
}
