package dev.wherry.tls;

import dev.wherry.text.OneLine;
import dev.wherry.tls.TlsException.Problem;
import java.io.Serial;
import java.net.Socket;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Checks certificates as the JDK does, or by their fingerprint, and says what is wrong with one. */
final class PeerTrust extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager jdk;
    private final Pins pins;

    PeerTrust(X509ExtendedTrustManager jdk, Pins pins) {
        this.jdk = jdk;
        this.pins = pins;
    }

    /** The mistake of a certificate. */
    static final class Rejected extends CertificateException {
        @Serial
        private static final long serialVersionUID = 1;

        final Problem problem;

        /** @param cause by which the JDK chooses what it says to the peer */
        Rejected(Problem problem, String message, @Nullable Throwable cause) {
            super(message, cause);
            this.problem = problem;
        }
    }

    private interface Check {
        void run() throws CertificateException;
    }

    private void check(X509Certificate[] chain, @Nullable SSLEngine engine, Check check) throws CertificateException {
        X509Certificate peers = chain[0];
        if (!pins.areNone()) {
            if (!pins.accept(peers)) {
                throw new Rejected(
                        Problem.UNTRUSTED,
                        "the certificate of " + PeerIdentity.subject(peers) + " with the fingerprint "
                                + PeerIdentity.fingerprint(peers)
                                + " is not the pinned one",
                        null);
            }
            return;
        }
        try {
            check.run();
        } catch (CertificateException e) {
            throw rejected(chain, engine, e);
        }
    }

    private static Rejected rejected(X509Certificate[] chain, @Nullable SSLEngine engine, CertificateException e) {
        for (X509Certificate each : chain) {
            try {
                each.checkValidity();
            } catch (CertificateExpiredException late) {
                return expired(each, reason(e, BasicReason.EXPIRED));
            } catch (CertificateNotYetValidException early) {
                return new Rejected(
                        Problem.NOT_YET_VALID,
                        "the certificate of " + PeerIdentity.subject(each) + " is not valid before "
                                + each.getNotBefore().toInstant() + ". Check the clocks of both hosts",
                        reason(e, BasicReason.NOT_YET_VALID));
            }
        }
        if (e.getCause() == null && engine != null && engine.getUseClientMode()) {
            // The path was accepted, so that only the name is left.
            return new Rejected(
                    Problem.WRONG_HOST,
                    "the certificate is for " + PeerIdentity.hosts(chain[0]) + ", not for "
                            + OneLine.of(String.valueOf(engine.getPeerHost()))
                            + ". Connect by a name that it has, or have one issued for this name",
                    null);
        }
        return new Rejected(
                Problem.UNTRUSTED,
                "the certificate of " + PeerIdentity.subject(chain[0]) + ", issued by "
                        + OneLine.of(chain[0].getIssuerX500Principal().getName())
                        + ", is not trusted (" + OneLine.of(String.valueOf(e.getMessage()))
                        + "). Add its authority to " + Tls.AUTHORITIES,
                e.getCause());
    }

    static Rejected expired(X509Certificate certificate, @Nullable Throwable cause) {
        return new Rejected(
                Problem.EXPIRED,
                "the certificate of " + PeerIdentity.subject(certificate) + " has expired at "
                        + certificate.getNotAfter().toInstant() + ". Have a new one issued",
                cause);
    }

    private static Throwable reason(CertificateException e, BasicReason reason) {
        return e.getCause() instanceof CertPathValidatorException known
                ? known
                : new CertPathValidatorException(e.getMessage(), e, null, -1, reason);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, engine, () -> jdk.checkClientTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, engine, () -> jdk.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain, null, () -> jdk.checkClientTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain, null, () -> jdk.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, null, () -> jdk.checkClientTrusted(chain, type));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, null, () -> jdk.checkServerTrusted(chain, type));
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return pins.areNone() ? jdk.getAcceptedIssuers() : new X509Certificate[0];
    }
}
