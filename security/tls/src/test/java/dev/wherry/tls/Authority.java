package dev.wherry.tls;

import dev.wherry.certificates.CertificateAuthority;
import dev.wherry.certificates.CertificateRequest;
import dev.wherry.certificates.IssuedCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** A new authority of a test, and folders with certificates of it. */
final class Authority {
    static final Duration DAY = Duration.ofDays(1);

    private final CertificateAuthority authority = CertificateAuthority.create("Test", DAY);
    private final Path parent;
    private int folders;

    Authority(Path parent) {
        this.parent = parent;
    }

    static CertificateRequest local() {
        return CertificateRequest.server(List.of("localhost", "127.0.0.1"), DAY);
    }

    static CertificateRequest named(String client) {
        return CertificateRequest.client(client, DAY);
    }

    IssuedCertificate issue(CertificateRequest request) {
        return authority.issue(request);
    }

    Path folder(CertificateRequest request) {
        return folder(issue(request));
    }

    Path folder(IssuedCertificate certificate) {
        try {
            Path folder = parent.resolve("certificates" + folders++);
            certificate.write(folder);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A folder with this authority, and with no certificate. */
    Path trustOnly() {
        Path folder = folder(local());
        try {
            Files.delete(folder.resolve("cert.pem"));
            Files.delete(folder.resolve("key.pem"));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Tls server() {
        return Tls.folder(folder(local()));
    }

    Tls server(UnaryOperator<Tls.Builder> more) {
        return more.apply(Tls.builder().folder(folder(local()))).build();
    }

    Tls client(String name) {
        return Tls.folder(folder(named(name)));
    }
}
