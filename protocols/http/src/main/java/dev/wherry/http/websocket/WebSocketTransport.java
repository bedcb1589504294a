package dev.wherry.http.websocket;

import dev.wherry.EndpointOptions;
import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import dev.wherry.tls.TlsClient;
import dev.wherry.tls.TlsTransport;
import dev.wherry.transport.LinkTimeout;
import dev.wherry.transport.TcpTransport;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * {@code ws://host:port} and {@code wss://host:port}: WebSockets over TCP and over TLS. Without a port: 80 and 443. {@code
 * ?name=host} sets the host that the server is asked for, if it is not the one that is connected to. {@code ?path=/path} sets the path of
 * the request. To listen at such an address is the same as to listen at {@code tcp://} or {@code tls://}, where the first byte of a
 * connection decides about its protocol.
 */
public class WebSocketTransport implements Transport {
    private final TcpTransport tcp = new TcpTransport();
    private final String scheme;
    private final EndpointOptions options;

    /** For {@link java.util.ServiceLoader}: the transport of {@code ws}. */
    public WebSocketTransport() {
        this(WebSocketAddress.PLAIN, EndpointOptions.defaults());
    }

    private WebSocketTransport(String scheme, EndpointOptions options) {
        this.scheme = scheme;
        this.options = options;
    }

    /** The transport of {@code wss}. */
    public static final class Secure extends WebSocketTransport {
        /** For {@link java.util.ServiceLoader}. */
        public Secure() {
            super(WebSocketAddress.SECURE, EndpointOptions.defaults());
        }
    }

    @Override
    public String scheme() {
        return scheme;
    }

    @Override
    public Transport with(EndpointOptions options) {
        return new WebSocketTransport(scheme, options);
    }

    @Override
    public URI canonical(URI address) {
        return WebSocketAddress.parse(address).canonical(tcp);
    }

    /** Connects, and makes the handshakes within what is left of the limit. */
    @Override
    public Link connect(URI to, Duration limit) throws IOException {
        long begun = System.nanoTime();
        WebSocketAddress address = WebSocketAddress.parse(to);
        return LinkTimeout.handshake(tcp.connect(address.tcp(), limit), begun, limit, raw -> {
            Link within = raw;
            if (address.isSecure()) {
                String host = address.host().replaceAll("[\\[\\]]", "");
                within = TlsClient.of(options).open(raw, host, address.port(), TlsClient.HTTP);
            }
            WebSocketClient.open(within, address);
            return WebSocketLink.ofClient(within, address.at(raw.address()));
        });
    }

    @Override
    public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
        if (at.getRawQuery() != null) {
            throw new IllegalArgumentException("'" + at + "': a listener's address has no '?'");
        }
        WebSocketAddress address = WebSocketAddress.parse(at);
        Listener listener = address.isSecure()
                ? new TlsTransport()
                        .with(options)
                        .listen(URI.create("tls://" + address.tcp().getRawAuthority()), accepted)
                : tcp.listen(address.tcp(), accepted);
        return Listener.of(URI.create(scheme + "://" + listener.address().getRawAuthority()), listener::close);
    }
}
