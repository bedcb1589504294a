package dev.wherry.tls;

import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Fingerprints of certificates that are accepted whoever has issued them.
 *
 * @param fingerprints SHA-256 in small hexadecimal digits; empty: authorities decide
 */
record Pins(Set<String> fingerprints) {
    private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{64}");

    Pins {
        fingerprints = Set.copyOf(fingerprints);
    }

    boolean areNone() {
        return fingerprints.isEmpty();
    }

    boolean accept(X509Certificate certificate) {
        return fingerprints.contains(PeerIdentity.fingerprint(certificate));
    }

    /** Returns a fingerprint as it is compared, of one with or without colons. */
    static String parse(String written) {
        String plain = written.replace(":", "").strip().toLowerCase(Locale.ROOT);
        if (!FINGERPRINT.matcher(plain).matches()) {
            throw new IllegalArgumentException("'" + written + "' is not a fingerprint: expected the SHA-256 of a"
                    + " certificate as 64 hexadecimal digits. openssl x509 -noout -fingerprint -sha256 -in cert.pem prints"
                    + " it");
        }
        return plain;
    }
}
