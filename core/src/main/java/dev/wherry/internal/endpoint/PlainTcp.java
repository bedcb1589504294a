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
final class PlainTcp {
    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private PlainTcp() {}

    /**
     * @param what is done at the address
     * @throws CallException if the address is one of plain TCP that other hosts reach, and TLS is required
     */
    static void check(String what, @Nullable URI address, EndpointOptions options) {
        if (address == null || !"tcp".equals(address.getScheme()) || Learning.isLoopback(address.getHost())) {
            return;
        }
        String plain = what + " " + address + " without TLS";
        String remedy = ". Use tls:// with the option Tls (wherry-tls), a loopback address or a Unix socket";
        if (options.requiresTls()) {
            throw new CallException(Code.REFUSED, "Cannot " + plain + ", which is required (requireTls)" + remedy);
        }
        if (WARNED.add(plain)) {
            LOG.log(Level.WARNING, "Others can read and change calls if endpoints " + plain + remedy);
        }
    }
}
