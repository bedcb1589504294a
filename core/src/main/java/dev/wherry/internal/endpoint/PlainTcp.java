package dev.wherry.internal.endpoint;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.internal.session.Source;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Refuses connections without encryption beyond this host, or warns of them. */
final class PlainTcp {
    private static final String REMEDY =
            ". Use tls:// with the option Tls (wherry-tls), a loopback address or a Unix socket";
    /** So many addresses are warned of in this JVM. */
    private static final int MOST = 100;

    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private PlainTcp() {}

    /** @throws CallException if TLS is required, and others than this host can reach the address without it */
    static void checkListener(URI address, EndpointOptions options) {
        if (address.getScheme().equals("tcp") && !isLoopback(address.getHost())) {
            check("listen at", address, options);
        }
    }

    /** @throws CallException if TLS is required, and the peer is on another host and reached without it */
    static void checkPeer(URI address, Identity peer, EndpointOptions options) {
        if (address.getScheme().equals("tcp") && !Source.of(peer).isLoopback()) {
            check("connect to", address, options);
        }
    }

    private static void check(String what, URI address, EndpointOptions options) {
        if (options.requiresTls()) {
            throw new CallException(
                    Code.REFUSED, "Cannot " + what + " " + address + ": TLS is required (requireTls)" + REMEDY);
        }
        if (WARNED.size() < MOST && WARNED.add(what + address)) {
            LOG.log(
                    Level.WARNING,
                    "Calls are neither encrypted nor authenticated if endpoints {0} {1}{2}."
                            + " -Dwherry.requireTls=true makes this an error",
                    what,
                    address,
                    REMEDY);
        }
    }

    private static boolean isLoopback(@Nullable String host) {
        try {
            return host != null && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return true; // listening there fails, and the failure has the reason
        }
    }
}
