package dev.wherry;

import java.time.Instant;
import java.util.Objects;

/**
 * Verifies the tokens that callers send as {@link ContextKey#TOKEN}. Set by {@link EndpointOptions.Builder#tokens}. Wherry verifies the
 * token of a call before its authorizers are asked and before an argument is decoded. It keeps what it has verified for a minute at the
 * most, and never longer than until {@link Verified#expires}. For any thread; usually it must not block.
 */
@FunctionalInterface
public interface TokenVerifier {
    /** The attribute of a token's identity that names the issuer. */
    String ISSUER = "issuer";

    /** The attribute that has the expiry, as {@link Instant#toString} writes it. A token that is delegated expires no later. */
    String EXPIRES = "expires";

    /** The attribute that has the roles of the caller, separated by spaces. */
    String ROLES = "roles";

    /** The attribute that has the kind of the identity that the token was issued for. */
    String SUBJECT_KIND = "subject-kind";

    /** The attribute that names the servers that have passed the call on, the first one first, separated by spaces. */
    String ACTORS = "actors";

    /**
     * Returns for whom a token speaks. The token has 1 to 8,192 characters, which an attacker may have chosen.
     *
     * @throws CallException {@link CallException.Code#UNAUTHENTICATED} if the token is wrong or expired, {@link
     *     CallException.Code#UNAVAILABLE} if that cannot be found out now. The caller gets the message, which must not contain the token
     */
    Verified verify(String token);

    /**
     * The content of a token that is right.
     *
     * @param identity of the caller, by convention of kind {@code token}
     * @param expires when the token becomes invalid
     */
    record Verified(Identity identity, Instant expires) {
        /** Checks that no component is missing. */
        public Verified {
            Objects.requireNonNull(identity, "identity");
            Objects.requireNonNull(expires, "expires");
        }
    }
}
