package dev.wherry.testkit.tls;

import dev.wherry.certificates.CertificateAuthority;
import dev.wherry.certificates.CertificateRequest;
import dev.wherry.tls.Tls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Certificates of an authority that this JVM has made. */
final class TestCertificates {
    private static final Duration DAY = Duration.ofDays(1);

    private TestCertificates() {}

    private static final class Made {
        static final Tls TLS = make();
    }

    /** Returns the option of both ends: each shows a certificate for this host, and requires one. */
    static Tls both() {
        return Made.TLS;
    }

    private static Tls make() {
        try {
            Path folder = Files.createTempDirectory("certificates");
            CertificateAuthority.create("Test", DAY)
                    .issue(CertificateRequest.server(List.of("localhost", "127.0.0.1"), DAY))
                    .write(folder);
            return Tls.folder(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
