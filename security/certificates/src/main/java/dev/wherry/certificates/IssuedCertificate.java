package dev.wherry.certificates;

import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/**
 * A certificate with its key, and the certificate of the authority that has issued it.
 *
 * @param authority what the other side must trust
 */
public record IssuedCertificate(X509Certificate certificate, PrivateKey key, X509Certificate authority) {
    /**
     * Writes {@code ca.pem}, {@code cert.pem} and {@code key.pem} into a folder, which is created. Each file is replaced as a whole, and
     * only its owner may read the key.
     */
    public void write(Path folder) throws IOException {
        PemFiles.write(folder.resolve("ca.pem"), PemFiles.of(authority), false);
        PemFiles.write(folder.resolve("key.pem"), PemFiles.of(key), true);
        PemFiles.write(folder.resolve("cert.pem"), PemFiles.of(certificate), false);
    }
}
