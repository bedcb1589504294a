package dev.wherry.http;

import dev.wherry.EndpointOptions;
import dev.wherry.http.rest.RestHandler;
import dev.wherry.http.server.HttpServer;
import dev.wherry.spi.Link;
import dev.wherry.spi.LinkAcceptor;
import dev.wherry.spi.Protocol;
import java.util.Collections;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Serves HTTP at addresses of HTTP and WebSockets, and at those of the native protocol if the endpoint has {@link HttpOptions}. The first
 * byte of a connection decides which protocol it speaks.
 */
public final class HttpLinkAcceptor implements LinkAcceptor {
    private static final Set<String> SCHEMES = Set.of("http", "https", "ws", "wss");
    /** Its requests are HTTP too, and are received by a container. */
    private static final String SERVLET = "servlet";

    private final EndpointOptions options;
    private @Nullable RestHandler rest;
    private @Nullable HttpServer server;

    /** Found by the service loader. */
    public HttpLinkAcceptor() {
        this(EndpointOptions.defaults());
    }

    private HttpLinkAcceptor(EndpointOptions options) {
        this.options = options;
    }

    @Override
    public LinkAcceptor with(EndpointOptions options) {
        return new HttpLinkAcceptor(options);
    }

    @Override
    public boolean accepts(int firstByte, String scheme) {
        return firstByte >= 'A'
                && firstByte <= 'Z' // a method, or the preface of HTTP/2
                && (SCHEMES.contains(scheme) || isAsked());
    }

    private boolean isAsked() {
        return options.extension(HttpOptions.class) != null;
    }

    @Override
    public void serve(Link link, Protocol.Objects objects) {
        server().serve(link, objects);
    }

    @Override
    public void bound(Class<?> type, Set<String> schemes) {
        if (isAsked() || schemes.contains(SERVLET) || !Collections.disjoint(SCHEMES, schemes)) {
            rest().report(type);
        }
    }

    @Override
    public synchronized void close() {
        if (server != null) {
            server.close();
        }
    }

    private synchronized RestHandler rest() {
        if (rest == null) {
            rest = new RestHandler(options);
        }
        return rest;
    }

    private synchronized HttpServer server() {
        if (server == null) {
            server = new HttpServer(rest(), options.limits());
        }
        return server;
    }
}
