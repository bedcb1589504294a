package dev.wherry.rmi;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.rmi.RemoteException;
import org.jspecify.annotations.Nullable;

/**
 * A name in the form of {@code Naming}.
 *
 * @param host the host; empty for this host
 * @param name the name; empty for the registry itself
 */
record RmiName(String host, int port, String name) {
    static RmiName parse(String text) throws MalformedURLException {
        URI uri;
        try {
            // The host before a port may be omitted, which the syntax of a URI does not allow.
            uri = new URI(text.replaceFirst("^((?:rmi:)?//)(?=:\\d)", "$1localhost")).parseServerAuthority();
        } catch (URISyntaxException e) {
            throw malformed(text, e.getReason(), e);
        }
        if (uri.getScheme() != null && !uri.getScheme().equals("rmi")) {
            throw malformed(text, "the scheme is '" + uri.getScheme() + "'", null);
        }
        if (uri.isOpaque() || uri.getFragment() != null || uri.getQuery() != null || uri.getUserInfo() != null) {
            throw malformed(text, "it has a '#', '?' or '@', or a colon without slashes", null);
        }
        String path = uri.getPath() == null ? "" : uri.getPath();
        return new RmiName(
                uri.getHost() == null ? "" : uri.getHost().replaceAll("[\\[\\]]", ""),
                uri.getPort() == -1 ? java.rmi.registry.Registry.REGISTRY_PORT : uri.getPort(),
                path.startsWith("/") ? path.substring(1) : path);
    }

    private static MalformedURLException malformed(String text, String why, @Nullable Throwable cause) {
        MalformedURLException malformed = new MalformedURLException("'" + text + "' is not a name in a registry: " + why
                + ". Expected such as rmi://host:1099/name, //host/name or name");
        malformed.initCause(cause);
        return malformed;
    }

    Registry registry() throws RemoteException {
        return LocateRegistry.getRegistry(host, port);
    }

    /** Returns another name of the same registry, in full form. */
    String with(String other) {
        String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return "//" + shown + (port > 0 ? ":" + port : "") + "/" + other;
    }
}
