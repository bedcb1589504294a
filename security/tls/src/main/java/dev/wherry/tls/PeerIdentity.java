package dev.wherry.tls;

import dev.wherry.Identity;
import dev.wherry.text.OneLine;
import dev.wherry.tls.TlsException.Problem;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** The identity of a peer by its certificate. */
final class PeerIdentity {
    private static final int URI_NAME = 6;
    private static final int DNS_NAME = 2;
    private static final int IP_NAME = 7;
    private static final int LONGEST_SPIFFE = 2048;

    private PeerIdentity() {}

    /**
     * Returns the identity of kind {@code tls}. For a peer without a certificate it is that of the link below, with the attribute {@code
     * tls}.
     */
    static Identity of(SSLSession session, Identity raw) throws TlsException {
        Map<String, String> attributes = new HashMap<>(raw.attributes());
        attributes.put("tls", session.getProtocol());
        X509Certificate certificate = certificate(session);
        if (certificate == null) {
            return new Identity(raw.kind(), raw.name(), attributes);
        }
        String subject = OneLine.whole(certificate.getSubjectX500Principal().getName());
        String spiffe = spiffe(certificate);
        attributes.put("subject", subject);
        attributes.put("fingerprint", fingerprint(certificate));
        if (spiffe != null) {
            attributes.put("spiffe", spiffe);
        }
        return new Identity("tls", spiffe != null ? spiffe : subject, attributes);
    }

    /** Returns the certificate of the peer itself; null if it has shown none. */
    static @Nullable X509Certificate certificate(SSLSession session) {
        try {
            Certificate[] chain = session.getPeerCertificates();
            return chain.length > 0 && chain[0] instanceof X509Certificate first ? first : null;
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    /** Returns the SHA-256 of a certificate, in small hexadecimal digits. */
    static String fingerprint(X509Certificate certificate) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
            throw new IllegalStateException("A certificate without a fingerprint", e);
        }
    }

    /** Returns the SPIFFE id; null if there is none. A certificate with one has no other URI: the standard forbids it. */
    private static @Nullable String spiffe(X509Certificate certificate) throws TlsException {
        List<String> uris = names(certificate, URI_NAME);
        if (uris.stream().noneMatch(each -> each.regionMatches(true, 0, "spiffe:", 0, "spiffe:".length()))) {
            return null;
        }
        String id = uris.getFirst();
        if (uris.size() > 1 || !isSpiffe(id)) {
            throw new TlsException(
                    Problem.INVALID_CERTIFICATE,
                    "the certificate of " + subject(certificate) + " has the URIs " + OneLine.of(uris.toString())
                            + "; a SPIFFE id is the only one, and has the form spiffe://TRUST_DOMAIN/PATH",
                    null);
        }
        return id;
    }

    private static boolean isSpiffe(String id) {
        try {
            URI uri = new URI(id);
            return "spiffe".equals(uri.getScheme())
                    && id.length() <= LONGEST_SPIFFE
                    && uri.getRawAuthority() != null
                    && uri.getRawAuthority().matches("[a-z0-9._-]+")
                    && uri.getRawPath().matches("(/[A-Za-z0-9._-]+)*")
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** Returns the DNS names and IP addresses, as a message shows them. */
    static String hosts(X509Certificate certificate) {
        try {
            List<String> dns = names(certificate, DNS_NAME);
            List<String> ips = names(certificate, IP_NAME);
            String all = String.join(", ", dns) + (dns.isEmpty() || ips.isEmpty() ? "" : ", ") + String.join(", ", ips);
            return all.isEmpty() ? "no DNS name and no IP address" : OneLine.of(all);
        } catch (TlsException e) {
            return "names that cannot be read";
        }
    }

    static String subject(X509Certificate certificate) {
        return OneLine.of(certificate.getSubjectX500Principal().getName());
    }

    private static List<String> names(X509Certificate certificate, int kind) throws TlsException {
        try {
            Collection<List<?>> all = certificate.getSubjectAlternativeNames();
            return all == null
                    ? List.of()
                    : all.stream()
                            .filter(each -> each.getFirst().equals(kind))
                            .map(each -> String.valueOf(each.get(1)))
                            .toList();
        } catch (CertificateParsingException e) {
            throw new TlsException(
                    Problem.INVALID_CERTIFICATE,
                    "the alternative names in the certificate of " + subject(certificate) + " cannot be read",
                    e);
        }
    }
}
