package dev.wherry.http.rest;

import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.PeerRights;
import dev.wherry.PeerRights.Right;
import dev.wherry.http.message.HttpNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the peer of a request, and the name that a proxy may state for its client. For any thread. */
final class RequestPeers {
    /** A proxy that passes requests on may send one of them. Without any it counts as the client. */
    private static final List<String> OF_PROXIES =
            List.of("x-forwarded-for", "forwarded", "x-real-ip", "via", HttpNames.FORWARDED_IDENTITY);

    private final PeerRights rights;

    RequestPeers(EndpointOptions options) {
        rights = PeerRights.in(options);
    }

    /** Returns the other end. If a proxy on this host has passed the request on, it is not of this host. */
    static Identity of(HttpRequest request) {
        Identity peer = request.peer();
        return peer.isOfThisHost() && OF_PROXIES.stream().anyMatch(each -> request.header(each) != null)
                ? behind(peer)
                : peer;
    }

    /**
     * Returns the identity of a peer behind a proxy of this host. It is the same for all of them, since nothing that is proven
     * differs. A certificate of the proxy counts.
     */
    private static Identity behind(Identity proxy) {
        Map<String, String> attributes = new HashMap<>(proxy.attributes());
        String ip = attributes.remove(Identity.IP);
        return proxy.kind().equals("address") || proxy.kind().equals("unix")
                ? Identity.of("proxied", "behind " + (ip == null ? proxy : ip))
                : new Identity(proxy.kind(), proxy.name(), attributes);
    }

    /** Returns the peer of a call: a proxy itself if it states for whom the call is made. */
    Identity ofCall(HttpRequest request) {
        return forwarded(request) == null ? of(request) : request.peer();
    }

    /** Returns the name that a proxy states; null if there is none, or if this peer may not state one. */
    @Nullable
    String forwarded(HttpRequest request) {
        String name = request.header(HttpNames.FORWARDED_IDENTITY);
        if (name == null || !rights.has(Right.FORWARDED_IDENTITY, request.peer())) {
            return null;
        }
        if (name.contains(",")) {
            throw new HttpError(
                    400,
                    "X-Forwarded-Identity has a comma, so it may be of two headers. The proxy must replace the header"
                            + " of its client, and send a name without commas");
        }
        return name;
    }
}
