package dev.wherry.tls;

import dev.wherry.EndpointOptions;
import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import dev.wherry.transport.LinkTimeout;
import dev.wherry.transport.TcpTransport;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * {@code tls://host:port}: TLS over TCP. Without a port: 5739. An endpoint without the option {@link Tls} connects as a client that
 * trusts the authorities of the JDK and has no certificate. {@code ?name=host} sets the name that the server's certificate must have, if
 * that is not the host that is connected to.
 */
public final class TlsTransport implements Transport {
    private static final String NAME = "name=";

    private final TcpTransport tcp = new TcpTransport();
    private final EndpointOptions options;

    /** For {@link java.util.ServiceLoader}. */
    public TlsTransport() {
        this(EndpointOptions.defaults());
    }

    private TlsTransport(EndpointOptions options) {
        this.options = options;
    }

    @Override
    public String scheme() {
        return "tls";
    }

    @Override
    public Transport with(EndpointOptions options) {
        return new TlsTransport(options);
    }

    @Override
    public URI canonical(URI address) {
        String name = name(address);
        URI plain = tls(tcp.canonical(tcp(address)));
        return name == null ? plain : URI.create(plain + "?" + NAME + encoded(name.toLowerCase(Locale.ROOT)));
    }

    /** Connects, and makes the handshake within what is left of the limit. */
    @Override
    public Link connect(URI to, Duration limit) throws IOException {
        long begun = System.nanoTime();
        String name = name(to);
        URI plain = tcp(to);
        TlsClient tls = TlsClient.of(options);
        return LinkTimeout.handshake(tcp.connect(plain, limit), begun, limit, raw -> {
            String host = name != null ? name : host(plain);
            int port = plain.getPort() < 0 ? TcpTransport.PORT : plain.getPort();
            URI further = tls(raw.address() == null ? plain : raw.address());
            return tls.open(raw, host, port, TlsRole.NATIVE, URI.create(further + "?" + NAME + encoded(host)));
        });
    }

    /** Accepts TLS only. A peer that speaks plain HTTP or the native protocol gets a refusal in that protocol. */
    @Override
    public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
        if (name(at) != null) {
            throw new IllegalArgumentException("'" + at + "': a listener's address has no '" + NAME + "'");
        }
        Tls tls = TlsClient.tls(options);
        if (!tls.current().hasCertificate()) {
            throw new IOException(
                    "a server needs a certificate. Set the option Tls: EndpointOptions.builder()"
                            + ".with(Tls.folder(...)). './wherry cert init' and './wherry cert server NAME' make such a folder");
        }
        Listener listener = tcp.listen(tcp(at), raw -> accepted.accept(TlsAcceptor.server(raw, tls)));
        return Listener.of(tls(listener.address()), listener::close);
    }

    private static URI tls(URI tcp) {
        return URI.create("tls" + tcp.toString().substring("tcp".length()));
    }

    private static URI tcp(URI tls) {
        String text = tls.toString();
        int query = text.indexOf('?');
        return URI.create("tcp" + (query < 0 ? text : text.substring(0, query)).substring("tls".length()));
    }

    private static @Nullable String name(URI address) {
        String query = address.getRawQuery();
        if (query == null) {
            return null;
        }
        if (!query.startsWith(NAME) || query.length() == NAME.length() || query.contains("&")) {
            throw new IllegalArgumentException("'?" + query + "' in '" + address + "': expected ?" + NAME
                    + "HOST, the name in the server's certificate");
        }
        return URLDecoder.decode(query.substring(NAME.length()), StandardCharsets.UTF_8);
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    /** Returns the host as certificates have it: without brackets and zone. */
    private static String host(URI plain) {
        String authority = plain.getRawAuthority();
        String host = plain.getHost() != null ? plain.getHost() : authority.replaceFirst(":[0-9]*$", "");
        if (host.startsWith("[")) {
            host = host.substring(1, host.indexOf(']'));
        }
        int zone = host.indexOf('%');
        return zone < 0 ? host : host.substring(0, zone);
    }
}
