package dev.wherry.internal.endpoint;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.internal.types.Learning;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Refuses connections without encryption beyond this host, or warns of them. */
final class Plaintext {
    private static final Set<String> SCHEMES = Set.of("http", "tcp", "ws");
    private static final int MOST_WARNINGS = 1_000;
    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private Plaintext() {}

    /**
     * @param what is done at the address
     * @throws CallException if the address has no encryption and other hosts reach it, and TLS is required
     */
    static void check(String what, @Nullable URI address, EndpointOptions options) {
        if (address == null || !SCHEMES.contains(address.getScheme()) || Learning.isLoopback(address.getHost())) {
            return;
        }
        String plain = what + " " + address + " without TLS";
        String remedy =
                ". Use tls://, https:// or wss:// with the option Tls (wherry-tls), a loopback address or a Unix socket";
        if (options.requiresTls()) {
            throw new CallException(Code.REFUSED, "Cannot " + plain + ", which is required (requireTls)" + remedy);
        }
        if (WARNED.size() < MOST_WARNINGS && WARNED.add(plain)) {
            LOG.log(Level.WARNING, "Others can read and change calls if endpoints " + plain + remedy);
        }
    }
}
