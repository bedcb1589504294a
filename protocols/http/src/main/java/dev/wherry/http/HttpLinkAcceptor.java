package dev.wherry.http;

import dev.wherry.EndpointOptions;
import dev.wherry.http.door.Door;
import dev.wherry.http.server.HttpServer;
import dev.wherry.spi.Link;
import dev.wherry.spi.LinkAcceptor;
import dev.wherry.spi.Protocol;
import org.jspecify.annotations.Nullable;

/** Serves HTTP at the addresses of the native protocol: the first byte of a connection tells them apart. */
public final class HttpLinkAcceptor implements LinkAcceptor {
    private @Nullable HttpServer server;

    /** Found by the service loader. */
    public HttpLinkAcceptor() {}

    @Override
    public boolean accepts(int firstByte, EndpointOptions options) {
        return firstByte >= 'A' && firstByte <= 'Z'; // a method, or the preface of HTTP/2
    }

    @Override
    public void serve(Link link, EndpointOptions options, Protocol.Objects objects) {
        server(options).serve(link, objects);
    }

    @Override
    public synchronized void close() {
        if (server != null) {
            server.close();
        }
    }

    private synchronized HttpServer server(EndpointOptions options) {
        if (server == null) {
            server = new HttpServer(new Door(options), options.limits());
        }
        return server;
    }
}
