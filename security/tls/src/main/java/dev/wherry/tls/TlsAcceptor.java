package dev.wherry.tls;

import static java.util.Objects.requireNonNull;

import dev.wherry.EndpointOptions;
import dev.wherry.spi.Link;
import dev.wherry.spi.LinkAcceptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Opens TLS at the port of any listener, if the endpoint has the option {@link Tls} with a certificate. */
public final class TlsAcceptor implements LinkAcceptor {
    private final @Nullable Tls tls;

    /** For {@link java.util.ServiceLoader}. */
    public TlsAcceptor() {
        this(null);
    }

    private TlsAcceptor(@Nullable Tls tls) {
        this.tls = tls;
    }

    @Override
    public @Nullable LinkAcceptor with(EndpointOptions options) {
        Tls own = options.extension(Tls.class);
        return own == null ? null : new TlsAcceptor(own);
    }

    @Override
    public boolean accepts(int firstByte, String scheme) {
        return firstByte == ClientRole.HANDSHAKE;
    }

    @Override
    public Link open(Link link) throws IOException {
        TlsLink within = server(link, requireNonNull(tls, "of an endpoint"));
        within.handshake();
        return within;
    }

    /** Returns the link of a server, which makes the handshake when it is first read. */
    static TlsLink server(Link raw, Tls tls) {
        try {
            return new TlsLink(raw, new ServerRole(tls, tls.current()), null, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
