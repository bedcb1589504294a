package dev.wherry.http.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.certificates.CertificateAuthority;
import dev.wherry.certificates.CertificateRequest;
import dev.wherry.http.HttpOptions;
import dev.wherry.testkit.faults.FaultyRelay;
import dev.wherry.testsupport.Polling;
import dev.wherry.tls.Tls;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Endpoints that speak the native protocol within WebSockets. */
@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WebSocketEndpointTest {
    private static final Duration DAY = Duration.ofDays(1);

    private final List<Endpoint> open = new ArrayList<>();

    @TempDir
    Path folder;

    private CertificateAuthority authority;
    private Tls tls;

    @BeforeEach
    void certificates() throws IOException {
        authority = CertificateAuthority.create("Test", DAY);
        tls = tls("both", CertificateRequest.server(List.of("localhost", "127.0.0.1", "bank.example"), DAY));
    }

    @AfterEach
    void close() {
        open.reversed().forEach(Endpoint::close);
    }

    private Endpoint closed(Endpoint endpoint) {
        open.add(endpoint);
        return endpoint;
    }

    private Tls tls(String name, CertificateRequest request) throws IOException {
        authority.issue(request).write(folder.resolve(name));
        return Tls.folder(folder.resolve(name));
    }

    private EndpointOptions options() {
        return Scenario.options().with(tls).with(HttpOptions.defaults()).build();
    }

    private Endpoint serve(String address, EndpointOptions options) {
        Endpoint server = closed(Endpoint.listen(address, options));
        Scenario.bind(server);
        return server;
    }

    private static String at(String scheme, Endpoint server) {
        return scheme + "://localhost:" + server.address().getPort();
    }

    @ParameterizedTest
    @CsvSource({
        "ws,ws",
        "http,ws",
        "tcp,ws",
        "tcp,wss",
        "wss,wss",
        "https,wss",
        "tls,wss",
        "ws,tcp",
        "wss,tls",
        "ws,http",
    })
    void callAtTheSamePortWhateverItsAddressIs(String listens, String calls) throws Exception {
        Endpoint server = serve(listens + "://127.0.0.1:0", options());
        Endpoint client = closed(Endpoint.create(options()));
        assertThat(server.address().getScheme()).isEqualTo(listens);
        if (calls.equals("http")) {
            assertThat(Scenario.office(client, at(calls, server)).caller()).isEqualTo("address");
        } else {
            Scenario.play(client, at(calls, server));
        }
    }

    @Test
    void callOverLanes() {
        Endpoint server = serve("ws://127.0.0.1:0", options());
        Endpoint client = closed(Endpoint.create(
                options().toBuilder().lanes(4).sharedMemory(true).build()));
        Scenario.Office office = Scenario.office(client, at("ws", server));
        Polling.until("a lane is open", () -> {
            office.reversed(new byte[10]);
            return server.statistics().lanes() > 0;
        });
        assertThat(server.statistics().memoryLanes()).isZero();
    }

    @Test
    void callAsTheHolderOfACertificate() throws IOException {
        Endpoint server = serve("wss://127.0.0.1:0", options());
        Endpoint client = closed(Endpoint.create(EndpointOptions.builder()
                .with(tls("client", CertificateRequest.client("teller", DAY)))
                .build()));
        assertThat(Scenario.office(client, at("wss", server)).caller()).isEqualTo("tls");
    }

    @Test
    void askForAnotherHostAndPath() throws Exception {
        Endpoint server = serve("wss://127.0.0.1:0", options());
        Endpoint client = closed(Endpoint.create(options()));
        Scenario.play(
                client,
                "wss://127.0.0.1:" + server.address().getPort() + "?name=bank.example&path=/internal/wherry%20one");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ws://localhost?path=/a%0d%0ab c",
                "ws://localhost?path=a",
                "ws://localhost?name=",
                "ws://localhost?name=a,b",
                "ws://localhost?other=1",
                "ws://localhost?"
            })
    void refuseAnAddressThatIsNone(String address) {
        Endpoint client = closed(Endpoint.create());
        assertThatThrownBy(() -> client.connect(address)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refuseAnotherHostThanThatOfTheCertificate() {
        Endpoint server = serve("wss://127.0.0.1:0", options());
        Endpoint client = closed(Endpoint.create(options()));
        assertThatThrownBy(() -> client.connect(at("wss", server) + "?name=other.example"))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("other.example");
    }

    @ParameterizedTest
    @CsvSource({"ws,false", "ws,true", "wss,false", "wss,true"})
    void loseNoCallWhenLinksBreak(String scheme, boolean reset) throws Exception {
        Endpoint server = serve(scheme + "://127.0.0.1:0", options());
        try (FaultyRelay relay =
                new FaultyRelay(URI.create("tcp://127.0.0.1:" + server.address().getPort()), 42)) {
            Endpoint client =
                    closed(Endpoint.create(options().toBuilder().lanes(2).build()));
            Scenario.Office office = Scenario.office(
                    client, scheme + "://localhost:" + relay.address().getPort());
            Scenario.Clerk clerk = office.hire();
            List<CompletableFuture<byte[]>> answers = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 10; i++) {
                    answers.add(office.later(new byte[i * 20_000]));
                    assertThat(clerk.next(i)).isEqualTo(i + 1);
                }
                if (reset) {
                    relay.reset();
                } else {
                    relay.cut();
                }
            }
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get()).hasSize(i % 10 * 20_000);
            }
            assertThat(clerk.next(1)).isEqualTo(2);
        }
    }

    @Test
    void countAsOneConnectionEach() throws Exception {
        EndpointOptions two = options().toBuilder()
                .limits(Limits.builder().connections(2).build())
                .lanes(0)
                .build();
        Endpoint server = serve("http://127.0.0.1:0", two);
        for (int i = 0; i < 2; i++) {
            Endpoint client = closed(Endpoint.create(two.toBuilder().lanes(0).build()));
            assertThat(client.connect(at("ws", server)).ping()).isPositive();
        }
        assertThat(server.statistics().sessions()).isEqualTo(2);
    }

    @Test
    void endWithTheirEndpoint() throws Exception {
        Endpoint server = serve("ws://127.0.0.1:0", options());
        Endpoint client = closed(Endpoint.create(options()));
        Scenario.Office office = Scenario.office(client, at("ws", server));
        assertThat(office.caller()).isEqualTo("address");
        server.close();
        assertThatThrownBy(office::caller)
                .isInstanceOf(CallException.class)
                .extracting(each -> ((CallException) each).code())
                .isEqualTo(CallException.Code.UNAVAILABLE);
    }

    @Test
    void refuseToListenInPlaintextIfTlsIsRequired() {
        EndpointOptions strict = EndpointOptions.builder().requireTls().build();
        assertThatThrownBy(() -> Endpoint.listen("ws://0.0.0.0:0", strict))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("without TLS, which is required");
    }

    @Test
    void needACertificateToListenWithTls() {
        assertThatThrownBy(() -> Endpoint.listen("wss://127.0.0.1:0"))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("a server needs a certificate");
    }
}
