package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.tls.Tls;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CertCommandTest {
    @TempDir
    Path parent;

    private Ran cert(String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "cert";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[all.length - 2] = "--folder";
        all[all.length - 1] = parent.resolve("c").toString();
        return Ran.wherry(all);
    }

    @Test
    void makesCertificatesThatTheNextCommandsUse() {
        assertThat(cert("init").out()).contains("next: wherry cert server localhost 127.0.0.1 --folder");
        assertThat(cert("server", "localhost", "127.0.0.1").out()).contains("next: wherry cert client");
        Ran client = cert("client", "teller", "--spiffe", "spiffe://bank.example/teller");
        assertThat(client.out()).contains("next: wherry ping tls://localhost:5739 --tls");
        String teller = parent.resolve("c").resolve("teller").toString();
        EndpointOptions options = EndpointOptions.builder()
                .with(Tls.folder(parent.resolve("c").resolve("localhost")))
                .build();
        try (Endpoint server = Endpoint.listen("tls://127.0.0.1:0", options)) {
            String address = server.address().toString();
            assertThat(Ran.wherry("ping", address, "--tls", teller, "--count", "1")
                            .out())
                    .contains("answered in");
            assertThat(Ran.wherry("ls", address, "--tls", teller).out()).contains("Nothing is bound at");
            Ran refused = Ran.wherry("ls", address);
            assertThat(refused.err()).contains("is not trusted").contains("ca.pem");
            assertThat(refused.status()).isNotZero();
        }
    }

    @Test
    void replacesACertificateButNotAnAuthority() {
        cert("init");
        cert("client", "teller");
        assertThat(cert("client", "teller").out()).startsWith("replaced");
        assertThat(cert("init").err()).contains("has a certificate authority already");
    }

    @Test
    void refusesMistakes() {
        assertThat(cert("client", "teller").err()).contains("Make one: wherry cert init");
        cert("init");
        assertThat(cert("client", "../teller").err()).contains("cannot name a certificate");
        assertThat(cert("server", "a b").err()).contains("cannot name a certificate");
        assertThat(cert("server", "localhost", "a b").err()).contains("is neither a DNS name nor an IP address");
        assertThat(cert("client", "teller", "--days", "0").err()).contains("--days must be at least 1");
        assertThat(cert("client", "teller", "--spiffe", "teller").err()).contains("is not a SPIFFE id");
        assertThat(Ran.wherry("ls", "tls://127.0.0.1:1", "--tls", "nowhere").err())
                .contains("neither ca.pem nor cert.pem");
    }
}
