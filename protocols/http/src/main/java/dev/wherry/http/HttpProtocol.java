package dev.wherry.http;

import dev.wherry.EndpointOptions;
import dev.wherry.http.client.HttpClients;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Protocol;
import dev.wherry.spi.Transport;
import dev.wherry.tls.Tls;
import dev.wherry.tls.TlsTransport;
import dev.wherry.transport.TcpTransport;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Set;

/**
 * {@code http://host:port} and {@code https://host:port}: bound objects as JSON. Without a port: 80 and 443. For {@code https}
 * an endpoint that listens needs the option {@link Tls}. To listen at such an address is the same as to listen at {@code tcp://} or
 * {@code tls://}: the first byte of a connection decides about its protocol.
 */
public final class HttpProtocol implements Protocol {
    private static final String SECURE = "https";

    private final EndpointOptions options;
    private final HttpClients clients;

    /** Found by the service loader. */
    public HttpProtocol() {
        this(EndpointOptions.defaults());
    }

    private HttpProtocol(EndpointOptions options) {
        this.options = options;
        clients = new HttpClients(options);
    }

    @Override
    public Set<String> schemes() {
        return Set.of("http", SECURE);
    }

    @Override
    public Protocol with(EndpointOptions options) {
        return new HttpProtocol(options);
    }

    /** Accepts links for the endpoint, which counts them and gives those of HTTP to {@link HttpLinkAcceptor}. */
    @Override
    public Listener listen(URI at, Objects objects) throws IOException {
        boolean secure = SECURE.equals(at.getScheme());
        if (secure && options.extension(Tls.class) == null) {
            throw new IOException("https needs a certificate: set the option Tls, such as Tls.folder(path)");
        }
        String authority = at.getRawAuthority() + (at.getPort() < 0 ? ":" + (secure ? 443 : 80) : "");
        Transport transport = secure ? new TlsTransport().with(options) : new TcpTransport();
        Listener listener = transport.listen(URI.create(transport.scheme() + "://" + authority), objects::accept);
        return Listener.of(
                URI.create(at.getScheme() + "://" + listener.address().getRawAuthority()), listener::close);
    }

    @Override
    public Remote connect(URI to, Class<?> type, Duration limit, Memory memory) throws IOException {
        return clients.remote(to, type, memory);
    }
}
