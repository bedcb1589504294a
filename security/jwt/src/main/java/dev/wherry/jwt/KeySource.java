package dev.wherry.jwt;

import java.util.List;
import org.jose4j.jwk.JsonWebKey;

/** Returns the keys of an identity provider. For any thread. */
interface KeySource {
    /** @throws dev.wherry.CallException of code UNAVAILABLE if there are no keys now */
    List<JsonWebKey> keys();

    /** Returns the keys, fetched again if that was not done lately: a token names a key that {@link #keys} does not have. */
    default List<JsonWebKey> newer() {
        return keys();
    }
}
