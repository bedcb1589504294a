package dev.wherry;

import java.util.EnumSet;
import java.util.Set;

/**
 * The rights that an endpoint gives to its peers besides calls. By default it gives none of them to peers of other hosts. Set by {@link
 * EndpointOptions.Builder#with}. Immutable.
 *
 * {@snippet :
 * var options = EndpointOptions.builder().with(PeerRights.of(PeerRights.Right.LISTING)).build();
 * }
 */
public final class PeerRights implements ExtensionOption {
    /** A right of a peer. Others may be added in later versions. */
    public enum Right {
        /**
         * To list bound names, and to read interfaces, statistics, held objects and the times of {@link Peer#explain}. Authorizers can
         * refuse it, as calls with the target {@code the registry}. This JVM, peers on the loopback address and peers of the same user on
         * a Unix socket have it always. Behind a proxy on this host, every client has the loopback address.
         */
        LISTING,
        /** To get the stack traces of failures, not only class and message. Peers of this host that always have {@link #LISTING} always have this, too. */
        STACK_TRACES,
        /**
         * To state for whom a call is made, by {@link ContextKey#FORWARDED_IDENTITY}. Only peers on the loopback address or a Unix
         * socket can have it, such as a proxy that has authenticated a user. Every program that reaches that address or socket can then
         * speak for everyone, so use a Unix socket that only the proxy may open.
         */
        FORWARDED_IDENTITY
    }

    private final Set<Right> given;

    private PeerRights(Set<Right> given) {
        this.given = given;
    }

    /** Gives these rights to every peer that can have them. */
    public static PeerRights of(Right... given) {
        return new PeerRights(Set.of(given));
    }

    /** Returns the rights that an endpoint's options give. */
    public static PeerRights in(EndpointOptions options) {
        PeerRights set = options.extension(PeerRights.class);
        return set == null ? of() : set;
    }

    /** Returns these rights and one more. */
    public PeerRights and(Right more) {
        Set<Right> all = EnumSet.of(more);
        all.addAll(given);
        return new PeerRights(all);
    }

    /** Returns whether a peer has a right, by its link's identity. */
    public boolean has(Right right, Identity link) {
        if (right == Right.FORWARDED_IDENTITY) {
            return given.contains(right) && link.isOfThisHost();
        }
        String user = link.attributes().get("user");
        return given.contains(right)
                || (link.isOfThisHost() && (user == null || user.equals(System.getProperty("user.name"))));
    }
}
