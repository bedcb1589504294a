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
