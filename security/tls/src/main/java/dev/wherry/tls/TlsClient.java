package dev.wherry.tls;

import dev.wherry.EndpointOptions;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The side that connects: opens TLS over links, for any protocol within it. Immutable, and for any thread. An endpoint without the option
 * {@link Tls} trusts the authorities of the JDK and has no certificate.
 */
public final class TlsClient {
    /** HTTP/1.1 as the protocol within TLS. */
    public static final String HTTP = "http/1.1";

    private final Tls tls;

    private TlsClient(Tls tls) {
        this.tls = tls;
    }

    private static final class OfJdk {
        static final Tls TLS = Tls.builder().build();
    }

    /** Returns the client of an endpoint with these options. */
    public static TlsClient of(EndpointOptions options) {
        return new TlsClient(tls(options));
    }

    static Tls tls(EndpointOptions options) {
        Tls given = options.extension(Tls.class);
        return given != null ? given : OfJdk.TLS;
    }

    /**
     * Makes the handshake over a link. It may block for as long as the peer likes: close the link to end it.
     *
     * @param host the name or the address that the certificate of the server must have; an IPv6 address without brackets
     * @param port with the host, it identifies a TLS session that can be resumed
     * @param protocol within TLS, as ALPN names it. {@link #HTTP} is also spoken by servers that choose none
     * @throws IOException if there is no handshake, with the reason. The link is not closed
     */
    public Link open(Link raw, String host, int port, String protocol) throws IOException {
        return open(raw, host, port, protocol, null);
    }

    /**
     * Returns what is wrong when another implementation of TLS has failed to connect with the {@linkplain Tls#context() context} of
     * this client, in the words of {@link #open}. It is a {@link TlsException} if the failure is one of TLS.
     */
    public IOException explained(IOException failure) {
        try {
            return HandshakeFailures.explain(failure, "server", tls.current());
        } catch (IOException e) {
            failure.addSuppressed(e);
            return failure;
        }
    }

    Link open(Link raw, String host, int port, String protocol, @Nullable URI further) throws IOException {
        TlsLink link = new TlsLink(raw, new ClientRole(tls, tls.current(), host, port, protocol), further, false);
        link.handshake();
        return link;
    }
}
