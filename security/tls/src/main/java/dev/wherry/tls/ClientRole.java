package dev.wherry.tls;

import dev.wherry.Identity;
import dev.wherry.internal.wire.Preamble;
import dev.wherry.tls.TlsException.Problem;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * The side that connects.
 *
 * @param host that the server's certificate must have
 * @param port with the host, it identifies a TLS session that can be resumed
 * @param protocol within TLS
 */
record ClientRole(Tls tls, Credentials credentials, String host, int port, String protocol) implements TlsRole {
    static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};
    /** The first byte of a record of the handshake, and of an alert. */
    static final int HANDSHAKE = 0x16;

    private static final int ALERT = 0x15;

    @Override
    public SSLEngine engine() {
        SSLEngine engine = credentials.context().createSSLEngine(host, port);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(VERSIONS);
        parameters.setApplicationProtocols(new String[] {protocol});
        if (tls.checksHost()) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        engine.setSSLParameters(parameters);
        return engine;
    }

    @Override
    public void checkFirst(int first, TlsLink link) throws TlsException {
        if (first == HANDSHAKE || first == ALERT) {
            return;
        }
        throw new TlsException(
                Problem.PLAINTEXT_PEER,
                first == Preamble.FIRST
                        ? "the server speaks no TLS at this port: connect to tcp:// instead, or set the option Tls there"
                        : "the server does not answer with TLS. Check the port",
                null);
    }

    @Override
    public Identity identify(SSLEngine engine, Identity raw) throws TlsException {
        String agreed = engine.getApplicationProtocol();
        if (!protocol.equals(agreed) && !(protocol.equals(TlsClient.HTTP) && "".equals(agreed))) {
            throw new TlsException(
                    Problem.NO_COMMON_PROTOCOL,
                    "the server speaks TLS, but not "
                            + (protocol.equals(NATIVE) ? "Wherry's protocol" : "the expected protocol")
                            + " within it (ALPN " + protocol + "). Check the port",
                    null);
        }
        return checked(engine, raw, credentials);
    }

    /** Returns the identity of a peer whose certificate is still valid. */
    static Identity checked(SSLEngine engine, Identity raw, Credentials credentials) throws TlsException {
        X509Certificate certificate = PeerIdentity.certificate(engine.getSession());
        if (certificate != null && credentials.checksDates()) {
            requireValid(certificate);
        }
        return PeerIdentity.of(engine.getSession(), raw);
    }

    private static void requireValid(X509Certificate certificate) throws TlsException {
        @Nullable CertificateException why = null;
        try {
            certificate.checkValidity();
        } catch (CertificateException e) {
            why = e;
        }
        if (why != null) {
            throw new TlsException(
                    Problem.EXPIRED,
                    String.valueOf(PeerTrust.expired(certificate, why).getMessage()),
                    why);
        }
    }

    @Override
    public IOException explain(IOException failure) {
        return HandshakeFailures.explain(failure, "server", credentials);
    }
}
