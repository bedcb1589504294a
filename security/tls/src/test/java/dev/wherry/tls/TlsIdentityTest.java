package dev.wherry.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Peer;
import dev.wherry.certificates.CertificateRequest;
import dev.wherry.certificates.CertificateRequest.KeyAlgorithm;
import dev.wherry.certificates.IssuedCertificate;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The identity of a peer under TLS. */
@Timeout(60)
class TlsIdentityTest {
    private static final String TELLER = "spiffe://bank.example/teller";

    @TempDir
    Path folder;

    private Authority authority;
    private final BlockingQueue<Identity> asked = new LinkedBlockingQueue<>();

    public interface Clock {
        long now();
    }

    @BeforeEach
    void prepare() {
        authority = new Authority(folder);
    }

    private Endpoint server(String address) {
        EndpointOptions options = EndpointOptions.builder()
                .with(authority.server())
                .addAuthorizer(request -> asked.add(request.peer()))
                .build();
        Endpoint server = Endpoint.listen(address, options);
        server.bind("clock", Clock.class, () -> 42L);
        return server;
    }

    private static Endpoint client(Tls tls) {
        return Endpoint.create(EndpointOptions.builder().with(tls).build());
    }

    private Identity seen(Tls tls) throws InterruptedException {
        try (Endpoint server = server("tls://127.0.0.1:0");
                Endpoint client = client(tls)) {
            for (int i = 0; i < 200; i++) { // some by main, and some by lanes
                assertThat(client.lookup(server.address() + "/clock", Clock.class)
                                .now())
                        .isEqualTo(42);
            }
        }
        Identity first = asked.take();
        assertThat(asked)
                .allMatch(
                        each -> each.name().equals(first.name()) && each.kind().equals(first.kind()));
        return first;
    }

    @Test
    void isTheSpiffeIdIfThereIsOne() throws Exception {
        Identity teller =
                seen(Tls.folder(authority.folder(Authority.named("teller").withSpiffe(TELLER))));
        assertThat(teller.kind()).isEqualTo("tls");
        assertThat(teller.name()).isEqualTo(TELLER);
        assertThat(teller.attributes())
                .containsEntry("spiffe", TELLER)
                .containsEntry("subject", "CN=teller")
                .containsEntry("ip", "127.0.0.1")
                .containsEntry("tls", "TLSv1.3")
                .containsKey("fingerprint");
    }

    @Test
    void isTheSubjectOtherwise() throws Exception {
        IssuedCertificate issued = authority.issue(Authority.named("teller, of \"Bank\"\n"));
        Identity teller = seen(Tls.folder(authority.folder(issued)));
        assertThat(teller.name()).isEqualTo("CN=teller\\, of \\\"Bank\\\"?");
        assertThat(teller.attributes()).containsEntry("fingerprint", PeerIdentity.fingerprint(issued.certificate()));
    }

    @Test
    void isTheAddressOfAClientWithoutACertificate() throws Exception {
        Tls server = authority.server(tls -> tls.clientCertificate(Tls.ClientCertificate.WANTED));
        try (Endpoint listening = Endpoint.listen(
                        "tls://127.0.0.1:0",
                        EndpointOptions.builder()
                                .with(server)
                                .addAuthorizer(request -> asked.add(request.peer()))
                                .build());
                Endpoint client = client(Tls.folder(authority.trustOnly()))) {
            listening.bind("clock", Clock.class, () -> 42L);
            client.lookup(listening.address() + "/clock", Clock.class).now();
        }
        assertThat(asked.take().kind()).isEqualTo("address");
    }

    @Test
    void isShownToTheClientToo() {
        try (Endpoint server = server("tls://127.0.0.1:0");
                Endpoint client = client(authority.client("teller"))) {
            Peer peer = client.connect(server.address().toString());
            assertThat(peer.identity().kind()).isEqualTo("tls");
            assertThat(peer.identity().name()).isEqualTo("CN=localhost");
        }
    }

    @Test
    void isRefusedWithTwoSpiffeIds() throws Exception {
        CertificateRequest odd = Authority.named("teller").withSpiffe("spiffe://Bank.example/%41");
        try (Endpoint server = server("tls://127.0.0.1:0");
                Endpoint client = client(Tls.folder(authority.folder(odd)))) {
            assertThatThrownBy(() -> client.connect(server.address().toString()))
                    .isInstanceOf(CallException.class);
            assertThat(asked).isEmpty();
        }
    }

    @Test
    void servesPlainConnectionsAtTheSamePortOfATcpAddress() throws Exception {
        try (Endpoint server = server("tcp://127.0.0.1:0");
                Endpoint plain = Endpoint.create();
                Endpoint client = client(authority.client("teller"))) {
            assertThat(plain.lookup(server.address() + "/clock", Clock.class).now())
                    .isEqualTo(42);
            String tls = "tls" + server.address().toString().substring("tcp".length());
            assertThat(client.lookup(tls + "/clock", Clock.class).now()).isEqualTo(42);
        }
        assertThat(asked.stream().map(Identity::kind).distinct()).containsExactly("address", "tls");
    }

    @ParameterizedTest
    @EnumSource(KeyAlgorithm.class)
    void acceptsEachKindOfKey(KeyAlgorithm key) throws Exception {
        Tls server = Tls.folder(authority.folder(Authority.local().withKey(key)));
        try (Endpoint listening = Endpoint.listen(
                        "tls://localhost:0",
                        EndpointOptions.builder().with(server).build());
                Endpoint client = client(
                        Tls.folder(authority.folder(Authority.named("teller").withKey(key))))) {
            assertThat(client.connect("tls://localhost:" + listening.address().getPort())
                            .ping())
                    .isPositive();
        }
    }

    @Test
    void isReadFromAKeyStore() throws Exception {
        IssuedCertificate issued = authority.issue(Authority.named("teller"));
        KeyStore store = KeyStore.getInstance("PKCS12");
        char[] password = "secret".toCharArray();
        store.load(null, null);
        store.setKeyEntry("key", issued.key(), password, new Certificate[] {issued.certificate(), issued.authority()});
        store.setCertificateEntry("ca", issued.authority());
        Tls.Builder builder = Tls.builder().keyStore(store, password);
        Arrays.fill(password, ' '); // the store has been read
        Identity teller = seen(builder.build());
        assertThat(teller.name()).isEqualTo("CN=teller");
    }
}
