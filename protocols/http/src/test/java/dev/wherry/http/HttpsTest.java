package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Limits;
import dev.wherry.certificates.CertificateAuthority;
import dev.wherry.certificates.CertificateRequest;
import dev.wherry.testsupport.Polling;
import dev.wherry.tls.Tls;
import dev.wherry.tls.TlsException;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpsTest {
    private static final Duration DAY = Duration.ofDays(1);

    /** Returns the identity of its caller. */
    public interface Guard {
        String caller();
    }

    @TempDir
    Path folder;

    private CertificateAuthority authority;
    private Tls ofServer;
    private Tls ofClient;

    @BeforeEach
    void certificates() throws IOException {
        authority = CertificateAuthority.create("Test", DAY);
        ofServer = tls("server", CertificateRequest.server(List.of("localhost", "127.0.0.1"), DAY));
        ofClient = tls("client", CertificateRequest.client("teller", DAY));
    }

    private Tls tls(String name, CertificateRequest request) throws IOException {
        Path own = folder.resolve(name);
        authority.issue(request).write(own);
        return Tls.folder(own);
    }

    private static EndpointOptions with(Tls tls) {
        return EndpointOptions.builder().with(tls).build();
    }

    private static Endpoint serve(String address, EndpointOptions options) {
        Endpoint server = Endpoint.listen(address, options);
        server.bind("guard", Guard.class, () -> {
            Identity caller = Calls.identity().orElseThrow();
            return caller.kind() + " " + caller.name();
        });
        return server;
    }

    private static URI https(Endpoint server) {
        return URI.create("https://localhost:" + server.address().getPort());
    }

    @Test
    void givesTheMethodTheIdentityInTheCertificateOfTheClient() {
        try (Endpoint server = serve("https://127.0.0.1:0", with(ofServer));
                Endpoint client = Endpoint.create(with(ofClient))) {
            assertThat(client.lookup(https(server) + "/guard", Guard.class).caller())
                    .isEqualTo("tls CN=teller");
        }
    }

    @Test
    void isServedAtTheSamePortAsTheNativeProtocol() {
        EndpointOptions options = EndpointOptions.builder()
                .with(ofServer)
                .with(HttpOptions.defaults())
                .build();
        try (Endpoint server = serve("tls://127.0.0.1:0", options);
                Endpoint client = Endpoint.create(with(ofClient))) {
            assertThat(client.lookup(https(server) + "/guard", Guard.class).caller())
                    .isEqualTo("tls CN=teller");
            assertThat(client.lookup("tls://localhost:" + server.address().getPort() + "/guard", Guard.class)
                            .caller())
                    .isEqualTo("tls CN=teller");
        }
    }

    @Test
    void refusesAClientWithoutACertificate() throws IOException {
        Path trustOnly = folder.resolve("trust");
        authority.issue(CertificateRequest.client("none", DAY)).write(trustOnly);
        Files.delete(trustOnly.resolve("cert.pem"));
        Files.delete(trustOnly.resolve("key.pem"));
        try (Endpoint server = serve("https://127.0.0.1:0", with(ofServer));
                Endpoint client = Endpoint.create(with(Tls.folder(trustOnly)))) {
            Guard guard = client.lookup(https(server) + "/guard", Guard.class);
            assertThatThrownBy(guard::caller).isInstanceOf(CallException.class);
        }
    }

    @Test
    void refusesAServerThatItDoesNotTrust() {
        try (Endpoint server = serve("https://127.0.0.1:0", with(ofServer));
                Endpoint client = Endpoint.create()) {
            Guard guard = client.lookup(https(server) + "/guard", Guard.class);
            assertRefused(guard, TlsException.Problem.BROKEN, "certif");
        }
    }

    private static void assertRefused(Guard guard, TlsException.Problem problem, String text) {
        CallException failure = catchThrowableOfType(CallException.class, guard::caller);
        assertThat(failure).hasMessageContaining(text);
        assertThat(failure.code()).isEqualTo(CallException.Code.REFUSED);
        assertThat(failure.outcome()).isEqualTo(CallException.Outcome.NOT_RUN);
        assertThat(failure.getCause())
                .isInstanceOfSatisfying(
                        TlsException.class, each -> assertThat(each.problem()).isEqualTo(problem));
    }

    @Test
    void saysWhyTlsWithTheServerFailed() throws IOException {
        Path others = folder.resolve("others");
        CertificateAuthority.create("Other", DAY)
                .issue(CertificateRequest.client("teller", DAY))
                .write(others);
        try (Endpoint server = serve("https://127.0.0.1:0", with(ofServer));
                Endpoint client = Endpoint.create(with(Tls.folder(others)))) {
            assertRefused(
                    client.lookup(https(server) + "/guard", Guard.class), TlsException.Problem.UNTRUSTED, "authorit");
        }
        Tls elsewhere = tls("elsewhere", CertificateRequest.server(List.of("other.example"), DAY));
        try (Endpoint server = serve("https://127.0.0.1:0", with(elsewhere));
                Endpoint client = Endpoint.create(with(ofClient))) {
            assertRefused(
                    client.lookup(https(server) + "/guard", Guard.class), TlsException.Problem.WRONG_HOST, "localhost");
        }
    }

    @Test
    void usesTheNewCertificateAfterFilesWereReplaced() throws IOException {
        try (Endpoint server = serve("https://127.0.0.1:0", with(ofServer));
                Endpoint client = Endpoint.create(with(ofClient))) {
            Guard guard = client.lookup(https(server) + "/guard", Guard.class);
            assertThat(guard.caller()).isEqualTo("tls CN=teller");
            authority.issue(CertificateRequest.client("successor", DAY)).write(folder.resolve("client"));
            Polling.until("the new certificate", () -> guard.caller().equals("tls CN=successor"));
        }
    }

    @Test
    void needsACertificateToListen() {
        assertThatThrownBy(() -> Endpoint.listen("https://127.0.0.1:0"))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("https needs a certificate: set the option Tls");
    }

    @Test
    void closesAConnectionWhoseHandshakeTakesTooLong() throws IOException {
        EndpointOptions hasty = with(ofServer).toBuilder()
                .limits(Limits.builder().handshakeTime(Duration.ofMillis(300)).build())
                .build();
        try (Endpoint server = serve("https://127.0.0.1:0", hasty);
                Socket silent = new Socket("127.0.0.1", server.address().getPort())) {
            silent.getOutputStream().write(0x16);
            assertThat(silent.getInputStream().readAllBytes()).isEmpty();
        }
    }

    @Test
    void tellsAClientWithoutTlsToUseIt() throws IOException {
        try (Endpoint server = serve("https://127.0.0.1:0", with(ofServer));
                Socket plain = new Socket("127.0.0.1", server.address().getPort())) {
            plain.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(plain.getInputStream().readAllBytes())
                    .asString(StandardCharsets.ISO_8859_1)
                    .startsWith("HTTP/1.1 400")
                    .contains("This port needs TLS: use https://");
        }
    }
}
