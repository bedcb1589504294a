package dev.wherry.http.rest;

import dev.wherry.Authorizer;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.PeerRights;
import dev.wherry.PeerRights.Right;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

/**
 * Decides who may see names, interfaces and statistics, by the rights and authorizers that decide so in the native protocol. For any
 * thread.
 */
final class Listings {
    static final String TARGET = "the registry";
    /** Reads names and interfaces. */
    static final Method INTERFACES = method("describe");
    /** Reads statistics. */
    static final Method STATISTICS = method("statistics");

    private final List<Authorizer> authorizers;
    private final PeerRights rights;

    /** The methods that authorizers are asked about. They have the names of those of the native protocol. */
    @SuppressWarnings("UnusedMethod") // read by reflection
    private interface Registry {
        void describe();

        void statistics();
    }

    Listings(EndpointOptions options) {
        authorizers = options.authorizers();
        rights = PeerRights.in(options);
    }

    private static Method method(String name) {
        try {
            return Registry.class.getDeclaredMethod(name);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Throws what refuses all listings to the peer of a link. */
    void checkRight(Identity link) {
        if (!rights.has(Right.LISTING, link)) {
            throw new CallException(
                    Code.REFUSED,
                    "Names, interfaces and statistics are listed only to peers on this host: ask there, or have the server set"
                            + " PeerRights.Right.LISTING");
        }
    }

    /** Throws what refuses a listing to its caller, who may be another one than the peer of the link. */
    void check(Method listing, Identity caller) {
        for (Authorizer each : authorizers) {
            each.authorize(new Authorizer.Request(caller, TARGET, listing, Map.of()));
        }
    }

    /** Returns whether messages may have the bound names. Authorizers may refuse listings, and are not asked by a request that fails. */
    boolean areOpenTo(Identity link) {
        return authorizers.isEmpty() && rights.has(Right.LISTING, link);
    }
}
