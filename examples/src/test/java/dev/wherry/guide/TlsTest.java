package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.certificates.CertificateAuthority;
import dev.wherry.certificates.CertificateRequest;
import dev.wherry.tls.Tls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The code of the page about TLS. */
@Timeout(60)
class TlsTest {
    private static final Duration DAY = Duration.ofDays(1);

    @TempDir
    Path folder;

    public interface Bank {
        long balance(String account);
    }

    @Test
    void connectsWithCertificates() throws Exception {
        Path ofServer = folder.resolve("server");
        Path ofTeller = folder.resolve("teller");
        CertificateAuthority authority = CertificateAuthority.create("Guide", DAY);
        authority.issue(CertificateRequest.server(List.of("127.0.0.1"), DAY)).write(ofServer);
        authority.issue(CertificateRequest.client("teller", DAY)).write(ofTeller);
        // @start region=server
        EndpointOptions options =
                EndpointOptions.builder().with(Tls.folder(ofServer)).build();
        Endpoint server = Endpoint.listen("tls://127.0.0.1:0", options);
        // @end
        server.bind("bank", Bank.class, account -> account.length());
        // @start region=client
        EndpointOptions ofClient =
                EndpointOptions.builder().with(Tls.folder(ofTeller)).build();
        Endpoint client = Endpoint.create(ofClient);
        Bank bank = client.lookup(server.address() + "/bank", Bank.class);
        // @end
        try (server;
                client) {
            assertThat(bank.balance("ada")).isEqualTo(3);
        }
    }
}
