package dev.wherry;

/**
 * The rights of peers that an endpoint does not give by default: to list what it has, to see its stack traces, to state for whom a call is
 * made. Set by {@link EndpointOptions.Builder#with}. Immutable.
 *
 * {@snippet :
 * var options = EndpointOptions.builder().with(PeerRights.defaults().withListing()).build();
 * }
 */
public final class PeerRights implements ExtensionOption {
    private static final PeerRights DEFAULTS = new PeerRights(false, false, false);

    private final boolean listing;
    private final boolean stackTraces;
    private final boolean forwardedIdentity;

    private PeerRights(boolean listing, boolean stackTraces, boolean forwardedIdentity) {
        this.listing = listing;
        this.stackTraces = stackTraces;
        this.forwardedIdentity = forwardedIdentity;
    }

    /** Returns the rights in an endpoint whose options set none. */
    public static PeerRights defaults() {
        return DEFAULTS;
    }

    /** Returns the rights that are set in an endpoint's options, or the defaults. */
    public static PeerRights of(EndpointOptions options) {
        PeerRights set = options.extension(PeerRights.class);
        return set == null ? DEFAULTS : set;
    }

    /**
     * Returns rights with which every peer may list bound names, and read interfaces, statistics, held objects and the times of {@link
     * Peer#explain}. Authorizers can refuse it, as calls with the target {@code the registry}. By default only this JVM, peers on the
     * loopback address and peers of the same user on a Unix socket may do so. Behind a proxy on this host, every client has the loopback
     * address.
     */
    public PeerRights withListing() {
        return new PeerRights(true, stackTraces, forwardedIdentity);
    }

    /**
     * Returns rights with which every peer gets the stack traces of failures. By default only those peers do that may list names.
     * The others get the class and the message.
     */
    public PeerRights withStackTraces() {
        return new PeerRights(listing, true, forwardedIdentity);
    }

    /**
     * Returns rights with which a peer on the loopback address or a Unix socket, such as a proxy that has authenticated a user, may state
     * for whom it makes a call by {@link ContextKey#FORWARDED_IDENTITY}. By default such an entry has no effect. Every program that
     * reaches that address or socket can then speak for everyone, so use a Unix socket that only the proxy may open.
     */
    public PeerRights withForwardedIdentity() {
        return new PeerRights(listing, stackTraces, true);
    }

    /** Returns whether a peer, by its link's identity, may list names and read interfaces, statistics and held objects. */
    public boolean mayList(Identity link) {
        return listing || isNear(link);
    }

    /** Returns whether a peer, by its link's identity, gets stack traces. */
    public boolean getsStackTraces(Identity link) {
        return stackTraces || isNear(link);
    }

    /** Returns whether a peer, by its link's identity, may state for whom it makes a call. */
    public boolean maySpeakForOthers(Identity link) {
        return forwardedIdentity && link.isOfThisHost();
    }

    private static boolean isNear(Identity link) {
        String user = link.attributes().get("user");
        return link.isOfThisHost() && (user == null || user.equals(System.getProperty("user.name")));
    }
}
