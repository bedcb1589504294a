package dev.wherry.http.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.certificates.CertificateAuthority;
import dev.wherry.certificates.CertificateRequest;
import dev.wherry.http.HttpOptions;
import dev.wherry.testsupport.FreePort;
import dev.wherry.tls.Tls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The native protocol through a real nginx, which passes only HTTP, or TLS as it is. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NginxTest {
    private static final Duration DAY = Duration.ofDays(1);

    /** The page whose configurations are tested here. */
    private static final Path GUIDE = Path.of("../../docs/guide/websocket.md");

    @TempDir
    Path folder;

    private CertificateAuthority authority;
    private EndpointOptions options;
    private Endpoint server;
    private Endpoint client;
    private int port;

    @BeforeEach
    void serve() throws IOException {
        Nginx.requireInstalled();
        authority = CertificateAuthority.create("Test", DAY);
        Tls tls = tls("both", CertificateRequest.server(List.of("localhost", "127.0.0.1"), DAY));
        options = Scenario.options()
                .with(tls)
                .with(HttpOptions.defaults())
                .lanes(2)
                .build();
        server = Endpoint.listen("ws://127.0.0.1:0", options);
        Scenario.bind(server);
        client = Endpoint.create(options);
        port = FreePort.choose();
    }

    @AfterEach
    void close() {
        if (client != null) {
            client.close();
            server.close();
        }
    }

    private Tls tls(String name, CertificateRequest request) throws IOException {
        authority.issue(request).write(folder.resolve(name));
        return Tls.folder(folder.resolve(name));
    }

    /** Returns a configuration of the guide with the addresses and files of this test. */
    private String configuration(int number, String... backends) throws IOException {
        List<String> blocks = Pattern.compile("```nginx\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(GUIDE))
                .results()
                .map(each -> each.group(1))
                .toList();
        return blocks.get(number)
                .replace("server 127.0.0.1:5739;", "server " + String.join("; server ", backends) + ";")
                .replace("proxy_pass 127.0.0.1:5739;", "proxy_pass " + backends[0] + ";")
                .replace("listen 443", "listen 127.0.0.1:" + port)
                .replace("bank.example", "localhost")
                .replace("/etc/nginx/bank", folder.resolve("both").toString());
    }

    private Nginx terminating(String... backends) throws IOException {
        return new Nginx(folder, port, configuration(0, backends), "");
    }

    private static String place(Endpoint server) {
        return "127.0.0.1:" + server.address().getPort();
    }

    private String address() {
        return "wss://localhost:" + port;
    }

    @Test
    void passesOnAllThatTheNativeProtocolDoes() throws Exception {
        try (Nginx nginx = terminating(place(server))) {
            Scenario.play(client, address());
            assertThat(nginx.errors()).doesNotContain("[error]").doesNotContain("[crit]");
        }
    }

    @Test
    void givesItsClientsNoRightsOfThisHost() throws IOException {
        try (Nginx nginx = terminating(place(server))) {
            Scenario.Office office = Scenario.office(client, address());
            assertThat(office.caller()).isEqualTo("proxied");
            assertThat(office.callerIsOfThisHost()).isFalse();
        }
    }

    @Test
    void passesOnToAUnixSocket() throws Exception {
        Path socket = folder.resolve("bank.socket");
        server.listenAt("unix:" + socket);
        try (Nginx nginx = terminating("unix:" + socket)) {
            Scenario.play(client, address());
            assertThat(Scenario.office(client, address()).callerIsOfThisHost()).isFalse();
        }
    }

    @Test
    void passesTlsOnWithTheIdentityInTheCertificate() throws Exception {
        EndpointOptions teller = Scenario.options()
                .with(tls("teller", CertificateRequest.client("teller", DAY)))
                .build();
        try (Nginx nginx = new Nginx(folder, port, "", configuration(1, place(server)));
                Endpoint client = Endpoint.create(teller)) {
            Scenario.play(client, address());
            assertThat(Scenario.office(client, address()).caller()).isEqualTo("tls");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void mayBeReloadedAndRestarted(boolean restarts) throws Exception {
        try (Nginx nginx = terminating(place(server))) {
            Scenario.Office office = Scenario.office(client, address());
            Scenario.Clerk clerk = office.hire();
            for (int i = 0; i < 2; i++) {
                CompletableFuture<byte[]> before = office.later(new byte[100_000]);
                if (restarts) {
                    nginx.restart();
                } else {
                    nginx.reload();
                }
                assertThat(before.get()).hasSize(100_000);
                assertThat(office.twice(number -> number * 3, 7)).isEqualTo(63);
                assertThat(clerk.next(1)).isEqualTo(2);
            }
            assertThat(server.statistics().sessions()).isEqualTo(1);
        }
    }

    /** The lanes of a session, and its resumption, reach the other server, which does not know it. */
    @Test
    void needsOneServerPerSession() throws Exception {
        try (Endpoint other = Endpoint.listen("ws://127.0.0.1:0", options)) {
            Scenario.bind(other);
            try (Nginx nginx = terminating(place(server), place(other))) {
                Scenario.Office office = Scenario.office(client, address());
                Scenario.Clerk clerk = office.hire();
                for (int i = 0; i < 30; i++) {
                    assertThat(clerk.next(i)).isEqualTo(i + 1);
                }
                assertThat(server.statistics().sessions() + other.statistics().sessions())
                        .isEqualTo(1);
            }
        }
    }

    @Test
    void saysWhatIsMissingIfItDoesNotPassWebSocketsOn() throws IOException {
        String plain =
                "server { listen 127.0.0.1:" + port + "; location / { proxy_pass http://" + place(server) + "; } }";
        try (Nginx nginx = new Nginx(folder, port, plain, "")) {
            assertThatThrownBy(() -> client.connect("ws://127.0.0.1:" + port))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining("A proxy on the way must pass WebSockets on");
        }
    }
}
