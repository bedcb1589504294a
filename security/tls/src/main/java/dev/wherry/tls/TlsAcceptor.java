package dev.wherry.tls;

import dev.wherry.EndpointOptions;
import dev.wherry.spi.Link;
import dev.wherry.spi.LinkAcceptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Opens TLS at the port of any listener, if the endpoint has the option {@link Tls} with a certificate. */
public final class TlsAcceptor implements LinkAcceptor {
    private static final List<String> HTTP = List.of("h2", "http/1.1");

    /** Searched for once, since a search takes longer than a handshake. */
    private static final class Installed {
        static final List<LinkAcceptor> ACCEPTORS = ServiceLoader.load(LinkAcceptor.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /** For {@link java.util.ServiceLoader}. */
    public TlsAcceptor() {}

    @Override
    public boolean accepts(int firstByte, EndpointOptions options) {
        return firstByte == ClientRole.HANDSHAKE && options.extension(Tls.class) != null;
    }

    @Override
    public @Nullable Link open(Link link, EndpointOptions options) throws IOException {
        Tls tls = options.extension(Tls.class);
        if (tls == null) {
            throw new IOException("the endpoint has no option Tls");
        }
        TlsLink within = server(link, tls, options);
        within.handshake();
        return within;
    }

    /** Returns the link of a server, which makes the handshake when it is first read. */
    static TlsLink server(Link raw, Tls tls, EndpointOptions options) {
        try {
            return new TlsLink(raw, new ServerRole(tls, tls.current(), others(options)), null, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the protocols that acceptors of decrypted links speak. */
    private static List<String> others(EndpointOptions options) {
        return Installed.ACCEPTORS.stream().anyMatch(each -> each.accepts('G', options)) ? HTTP : List.of();
    }
}
