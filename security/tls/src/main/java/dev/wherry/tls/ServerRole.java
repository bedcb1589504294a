package dev.wherry.tls;

import dev.wherry.Identity;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.Preamble;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.tls.TlsException.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * The side that listens. It agrees on HTTP with clients that offer it. Whether the port serves HTTP is decided as without TLS, by the
 * first byte within.
 */
record ServerRole(Tls tls, Credentials credentials) implements TlsRole {
    private static final List<String> SPOKEN = List.of(NATIVE, "h2", TlsClient.HTTP);
    private static final byte[] NEEDS_TLS = """
            HTTP/1.1 400 Bad Request\r
            Content-Type: text/plain\r
            Connection: close\r
            \r
            This port needs TLS: use https://
            """.getBytes(StandardCharsets.US_ASCII);

    @Override
    public SSLEngine engine() throws IOException {
        if (!credentials.hasCertificate()) {
            throw new IOException("a server needs a certificate: its option Tls has none");
        }
        SSLEngine engine = credentials.context().createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(ClientRole.VERSIONS);
        switch (tls.clientCertificate(credentials)) {
            case REQUIRED -> parameters.setNeedClientAuth(true);
            case WANTED -> parameters.setWantClientAuth(true);
            case NONE -> {}
        }
        engine.setSSLParameters(parameters);
        engine.setHandshakeApplicationProtocolSelector((_, offered) ->
                offered.stream().filter(SPOKEN::contains).findFirst().orElse(null));
        return engine;
    }

    @Override
    public void checkFirst(int first, TlsLink link) throws IOException {
        if (first == ClientRole.HANDSHAKE) {
            return;
        }
        if (first == Preamble.FIRST) {
            link.speakPlaintext();
            throw new ProtocolException(
                    GoAway.Reason.REFUSED, "This port needs TLS: connect to tls:// with the option Tls (wherry-tls)");
        }
        if (first >= 'A' && first <= 'Z') {
            link.speakPlaintext();
            link.write(NEEDS_TLS, 0, NEEDS_TLS.length);
        }
        throw new TlsException(Problem.PLAINTEXT_PEER, "the client does not speak TLS, which this port needs", null);
    }

    @Override
    public Identity identify(SSLEngine engine, Identity raw) throws TlsException {
        return ClientRole.checked(engine, raw, credentials);
    }

    /** The protocol that was agreed on is spoken, and the native one only if it was agreed on. */
    @Override
    public void checkContent(SSLEngine engine, int first) {
        if (first == ClientRole.HANDSHAKE) {
            throw ProtocolException.breach("TLS within TLS is not accepted");
        }
        boolean agreed = NATIVE.equals(engine.getApplicationProtocol());
        if (agreed != (first == Preamble.FIRST)) {
            throw ProtocolException.breach(
                    agreed
                            ? "Within TLS, " + NATIVE + " was agreed on (ALPN), and another protocol is spoken"
                            : "Within TLS, this protocol needs the agreement on " + NATIVE + " (ALPN)");
        }
    }

    @Override
    public IOException explain(IOException failure) {
        return HandshakeFailures.explain(failure, "client", credentials);
    }
}
