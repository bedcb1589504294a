package dev.wherry.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads certificates and keys in PEM. The program chooses the files, so that failures name them. */
final class Pem {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN (?<label>[A-Z0-9 ]*PRIVATE KEY)-----(?<body>[^-]*)-----END \\k<label>-----");

    private Pem() {}

    /** Returns all certificates of a file, at least one. */
    static List<X509Certificate> certificates(Path file, byte[] content) throws IOException {
        List<X509Certificate> found = new ArrayList<>();
        try {
            for (Certificate each :
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(content))) {
                found.add((X509Certificate) each);
            }
        } catch (CertificateException e) {
            throw new IOException(file + " has something else than certificates in PEM: " + e.getMessage(), e);
        }
        if (found.isEmpty()) {
            throw new IOException(file + " has no certificate: expected -----BEGIN CERTIFICATE-----");
        }
        return found;
    }

    /** Returns the unencrypted private key of a file, in the form PKCS#8. */
    static PrivateKey key(Path file, byte[] content) throws IOException {
        Matcher matcher = KEY.matcher(new String(content, StandardCharsets.ISO_8859_1));
        if (!matcher.find()) {
            throw new IOException(file + " has no private key: expected -----BEGIN PRIVATE KEY-----");
        }
        String label = matcher.group("label");
        if (!label.equals("PRIVATE KEY")) {
            throw new IOException(
                    file + " has a key of the form " + label + ". Convert it to unencrypted PKCS#8: openssl pkcs8"
                            + " -topk8 -nocrypt -in " + file.getFileName() + " -out key.pem");
        }
        byte[] encoded;
        try {
            encoded = Base64.getMimeDecoder().decode(matcher.group("body"));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " has a private key that is not Base64", e);
        }
        for (String algorithm : List.of("EC", "RSA", "EdDSA")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            } catch (GeneralSecurityException e) {
                // The key says of which algorithm it is, and the JDK shows that by failing only.
            }
        }
        throw new IOException(file + " has a private key of another kind than EC, RSA and Ed25519");
    }

    /** Checks that a key is that of a certificate, by a signature. */
    static void requirePair(Path folder, PrivateKey key, X509Certificate certificate) throws IOException {
        String algorithm = switch (key.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            default -> "EdDSA";
        };
        try {
            byte[] text = "Wherry".getBytes(StandardCharsets.US_ASCII);
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(text);
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(text);
            if (signature.verify(signed)) {
                return;
            }
        } catch (GeneralSecurityException e) {
            throw mismatch(folder, e);
        }
        throw mismatch(folder, null);
    }

    private static IOException mismatch(Path folder, @Nullable Exception cause) {
        return new IOException(
                "the key in " + folder.resolve(Tls.KEY) + " is not that of the certificate in "
                        + folder.resolve(Tls.CERTIFICATE),
                cause);
    }
}
