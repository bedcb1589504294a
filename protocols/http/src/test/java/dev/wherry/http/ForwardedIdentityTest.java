package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Idempotent;
import dev.wherry.PeerRights;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The header in which a proxy of the same host states for whom a request is. */
class ForwardedIdentityTest {
    private static final EndpointOptions TRUSTING = EndpointOptions.builder()
            .with(PeerRights.of(PeerRights.Right.FORWARDED_IDENTITY))
            .with(HttpOptions.defaults())
            .build();
    private static final String ANN = "X-Forwarded-Identity: ann";
    private static final String PROXIED = "\"proxied behind 127.0.0.1\"";

    interface Asked {
        @Idempotent
        String who();
    }

    private static Endpoint serving(EndpointOptions options) {
        Endpoint server = Endpoint.create(options);
        server.bind("asked", Asked.class, ForwardedIdentityTest::caller);
        return server;
    }

    private static String caller() {
        return Calls.identity().map(it -> it.kind() + " " + it.name()).orElse("nobody");
    }

    @Test
    void isBelievedFromLoopbackIfThatIsSwitchedOn() throws IOException {
        try (Endpoint server = serving(TRUSTING)) {
            URI http = server.listenAt("http://127.0.0.1:0");
            assertThat(Wire.get(http, "/asked/who", ANN).text()).isEqualTo("\"forwarded ann\"");
            assertThat(Wire.get(http, "/asked/who", "x-forwarded-identity: spiffe://bank.example/teller")
                            .text())
                    .isEqualTo("\"forwarded spiffe://bank.example/teller\"");
            assertThat(Wire.post(http, "/asked/who", "{}", ANN).text()).isEqualTo("\"forwarded ann\"");
            assertThat(Wire.get(http, "/asked/who").text()).startsWith("\"address 127.0.0.1");
        }
    }

    @Test
    void isBelievedFromAUnixSocket(@TempDir Path folder) throws IOException {
        Path socket = folder.resolve("http");
        try (Endpoint server = serving(TRUSTING)) {
            server.listenAt("unix:" + socket);
            try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                channel.write(ByteBuffer.wrap(
                        ("GET /asked/who HTTP/1.1\r\nHost: localhost\r\n" + ANN + "\r\nConnection: close\r\n\r\n")
                                .getBytes(StandardCharsets.UTF_8)));
                ByteBuffer answer = ByteBuffer.allocate(4_096);
                while (channel.read(answer) >= 0) {
                    // until the server closes
                }
                assertThat(new String(answer.array(), 0, answer.position(), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 200")
                        .endsWith("\"forwarded ann\"");
            }
        }
    }

    @Test
    void isIgnoredUnlessSwitchedOn() throws IOException {
        try (Endpoint server = serving(EndpointOptions.defaults())) {
            URI http = server.listenAt("http://127.0.0.1:0");
            assertThat(Wire.get(http, "/asked/who", ANN).text()).isEqualTo(PROXIED);
            assertThat(Wire.get(http, "/asked/who", ANN, ANN).text()).isEqualTo(PROXIED);
        }
    }

    @Test
    void isIgnoredFromOtherAddresses() throws Exception {
        Optional<InetAddress> address = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(each ->
                        !each.isLoopbackAddress() && !each.isLinkLocalAddress() && each.getAddress().length == 4)
                .findFirst();
        assumeTrue(address.isPresent(), "this machine has only the loopback address");
        String host = address.orElseThrow().getHostAddress();
        try (Endpoint server = serving(TRUSTING)) {
            URI http = server.listenAt("http://" + host + ":0");
            assertThat(Wire.get(http, "/asked/who", ANN).text()).startsWith("\"address " + host);
        }
    }

    @Test
    void isRefusedIfItMayBeOfTwoHeaders() throws IOException {
        try (Endpoint server = serving(TRUSTING)) {
            URI http = server.listenAt("http://127.0.0.1:0");
            Wire.Answer twice = Wire.get(http, "/asked/who", "X-Forwarded-Identity: admin", ANN);
            assertThat(twice.status()).isEqualTo(400);
            assertThat(twice.text()).contains("may be of two headers");
            assertThat(Wire.get(http, "/asked/who", "X-Forwarded-Identity: admin,ann")
                            .status())
                    .isEqualTo(400);
            assertThat(Wire.get(http, "/asked/who", "X-Forwarded-Identity: " + "a".repeat(1_001))
                            .status())
                    .isEqualTo(401);
        }
    }

    /** So it has no role of this host. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For: 192.0.2.1",
                "Forwarded: for=192.0.2.1",
                "X-Real-IP: 192.0.2.1",
                "Via: 1.1 proxy",
                "x-forwarded-for: 127.0.0.1"
            })
    void isTheIdentityOfNobodyForOtherClientsOfAProxy(String header) throws IOException {
        try (Endpoint server = serving(TRUSTING)) {
            URI http = server.listenAt("http://127.0.0.1:0");
            assertThat(Wire.get(http, "/asked/who", header).text()).isEqualTo(PROXIED);
            assertThat(Wire.post(http, "/asked/who", "{}", header).text()).isEqualTo(PROXIED);
            assertThat(Wire.get(http, "/asked/who", header, ANN).text()).isEqualTo("\"forwarded ann\"");
        }
    }

    @Test
    void marksARequestAsOneOfAnotherHost() throws IOException {
        try (Endpoint server = serving(EndpointOptions.defaults())) {
            URI http = server.listenAt("http://127.0.0.1:0");
            assertThat(Wire.get(http, "/openapi.json").status()).isEqualTo(200);
            assertThat(Wire.get(http, "/openapi.json", ANN).status()).isEqualTo(403);
        }
    }
}
