package dev.wherry.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.certificates.CertificateRequest;
import dev.wherry.certificates.IssuedCertificate;
import dev.wherry.testsupport.LogRecorder;
import dev.wherry.testsupport.Polling;
import dev.wherry.tls.TlsException.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each reason to refuse a connection, as both ends report it. */
@Timeout(60)
class TlsRefusalTest {
    private static final Instant NOW = Instant.now();

    @TempDir
    Path folder;

    private Authority authority;
    private LogRecorder log;

    @BeforeEach
    void prepare() {
        authority = new Authority(folder);
        log = new LogRecorder("dev.wherry");
    }

    @AfterEach
    void endRecording() {
        log.close();
    }

    private static EndpointOptions with(Tls tls) {
        return EndpointOptions.builder().with(tls).lanes(0).build();
    }

    private void assertRefused(Tls server, Tls client, Problem problem, String atClient, String atServer) {
        try (Endpoint listening = Endpoint.listen("tls://127.0.0.1:0", with(server))) {
            assertRefused(listening.address(), client, problem, atClient);
            assertLogged(atServer);
        }
    }

    private static void assertRefused(URI address, Tls client, Problem problem, String atClient) {
        try (Endpoint connecting = Endpoint.create(with(client))) {
            CallException refused =
                    catchThrowableOfType(CallException.class, () -> connecting.connect(address.toString()));
            assertThat(refused.code()).isEqualTo(CallException.Code.REFUSED);
            assertThat(refused)
                    .hasMessageContaining("Cannot connect to tls://127.0.0.1")
                    .hasMessageContaining(atClient);
            assertThat(problem(refused)).isEqualTo(problem);
        }
    }

    private static Problem problem(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof TlsException found) {
                return found.problem();
            }
        }
        return null;
    }

    private void assertLogged(String text) {
        Polling.until(
                "a line with " + text + " in " + log.texts().toList(),
                () -> log.texts().anyMatch(each -> each.contains(text)));
        assertThat(log.texts().filter(each -> each.contains(text)))
                .allMatch(each -> each.lines().count() == 2, "a line, and that of its time");
    }

    @Test
    void reportsAnExpiredServer() {
        Path old =
                authority.folder(Authority.local().valid(NOW.minus(Duration.ofDays(3)), NOW.minus(Duration.ofDays(2))));
        assertRefused(
                Tls.folder(old),
                authority.client("teller"),
                Problem.EXPIRED,
                "the certificate of CN=localhost has expired at",
                "did not accept the certificate of this side: it has expired");
    }

    @Test
    void reportsAnExpiredClient() {
        Path old = authority.folder(
                Authority.named("teller").valid(NOW.minus(Duration.ofDays(3)), NOW.minus(Duration.ofDays(2))));
        assertRefused(
                authority.server(),
                Tls.folder(old),
                Problem.REFUSED_BY_PEER,
                "it has expired",
                "the certificate of CN=teller has expired at");
        assertLogged("REFUSED identity=address:127.0.0.1"); // the audit
    }

    @Test
    void reportsAServerThatIsNotYetValid() {
        Path early =
                authority.folder(Authority.local().valid(NOW.plus(Duration.ofDays(2)), NOW.plus(Duration.ofDays(3))));
        assertRefused(
                Tls.folder(early),
                authority.client("teller"),
                Problem.NOT_YET_VALID,
                "Check the clocks",
                "did not accept the certificate of this side");
    }

    @Test
    void reportsTheNamesOfAWrongHost() {
        Path other = authority.folder(CertificateRequest.server(List.of("bank.example", "10.0.0.7"), Authority.DAY));
        assertRefused(
                Tls.folder(other),
                authority.client("teller"),
                Problem.WRONG_HOST,
                "the certificate is for bank.example, 10.0.0.7, not for 127.0.0.1",
                "did not accept the certificate of this side");
    }

    @Test
    void connectsByAnotherNameIfItIsGiven() {
        Path other = authority.folder(CertificateRequest.server(List.of("bank.example"), Authority.DAY));
        try (Endpoint server = Endpoint.listen("tls://127.0.0.1:0", with(Tls.folder(other)));
                Endpoint client = Endpoint.create(with(authority.client("teller")))) {
            assertThat(client.connect(server.address() + "?name=bank.example").ping())
                    .isPositive();
        }
    }

    @Test
    void reportsAnUntrustedServer() {
        Tls stranger = new Authority(folder.resolve("stranger"))
                .server(tls -> tls.clientCertificate(Tls.ClientCertificate.NONE));
        assertRefused(
                stranger,
                authority.client("teller"),
                Problem.UNTRUSTED,
                "issued by CN=Test, is not trusted",
                "did not accept the certificate of this side");
    }

    @Test
    void reportsAnUntrustedClient() throws Exception {
        // It trusts the server, and has a certificate of an authority that the server does not know.
        Authority stranger = new Authority(folder.resolve("stranger"));
        Path mixed = stranger.folder(Authority.named("mallory"));
        Files.copy(
                authority.folder(Authority.local()).resolve("ca.pem"),
                mixed.resolve("ca.pem"),
                StandardCopyOption.REPLACE_EXISTING);
        assertRefused(
                authority.server(),
                Tls.folder(mixed),
                Problem.REFUSED_BY_PEER,
                "did not accept the certificate of this side",
                "the certificate of CN=mallory, issued by CN=Test, is not trusted");
    }

    @Test
    void reportsAMissingClientCertificate() {
        assertRefused(
                authority.server(),
                Tls.folder(authority.trustOnly()),
                Problem.NO_CLIENT_CERTIFICATE,
                "the server requires a certificate of its clients",
                "the client has shown no certificate");
    }

    @Test
    void acceptsAClientWithoutACertificateIfItIsNotRequired() {
        Tls wanted = authority.server(tls -> tls.clientCertificate(Tls.ClientCertificate.WANTED));
        try (Endpoint server = Endpoint.listen("tls://127.0.0.1:0", with(wanted));
                Endpoint client = Endpoint.create(with(Tls.folder(authority.trustOnly())))) {
            assertThat(client.connect(server.address().toString()).ping()).isPositive();
        }
    }

    @Test
    void acceptsThePinnedCertificateOnly() {
        IssuedCertificate issued = authority.issue(Authority.local());
        Tls server = Tls.builder()
                .folder(authority.folder(issued))
                .clientCertificate(Tls.ClientCertificate.NONE)
                .build();
        String fingerprint = PeerIdentity.fingerprint(issued.certificate());
        try (Endpoint listening = Endpoint.listen("tls://127.0.0.1:0", with(server));
                Endpoint client =
                        Endpoint.create(with(Tls.builder().pinned(fingerprint).build()))) {
            assertThat(client.connect(listening.address().toString()).ping()).isPositive();
            assertRefused(
                    listening.address(),
                    Tls.builder().pinned("00".repeat(32)).build(),
                    Problem.UNTRUSTED,
                    "is not the pinned one");
        }
    }

    @Test
    void reportsAServerWithoutTls() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0")) {
            assertRefused(
                    URI.create("tls://127.0.0.1:" + server.address().getPort()),
                    authority.client("teller"),
                    Problem.PLAINTEXT_PEER,
                    "speaks no TLS at this port: connect to tcp:// instead");
            assertLogged("this endpoint has no certificate");
        }
    }

    @Test
    void reportsAClientWithoutTls() {
        try (Endpoint server = Endpoint.listen("tls://127.0.0.1:0", with(authority.server()));
                Endpoint client = Endpoint.create()) {
            assertThatThrownBy(() ->
                            client.connect("tcp://127.0.0.1:" + server.address().getPort()))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining("This port needs TLS");
            assertLogged("This port needs TLS");
        }
    }

    @Test
    void tellsAnHttpClientThatThePortNeedsTls() throws IOException {
        try (Endpoint server = Endpoint.listen("tls://127.0.0.1:0", with(authority.server()));
                Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("needs TLS");
        }
    }

    private SSLSocket socket(Endpoint server, Tls tls, String protocol, String... alpn) throws IOException {
        SSLContext context = tls.current().context();
        SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket("127.0.0.1", server.address().getPort());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setProtocols(new String[] {protocol});
        parameters.setApplicationProtocols(alpn);
        socket.setSSLParameters(parameters);
        return socket;
    }

    @Test
    void refusesAnotherProtocolWithinTls() throws IOException {
        try (Endpoint server = Endpoint.listen("tls://127.0.0.1:0", with(authority.server()));
                SSLSocket socket = socket(server, authority.client("teller"), "TLSv1.3", "imap")) {
            assertThatThrownBy(socket::startHandshake).hasMessageContaining("no_application_protocol");
            assertLogged("offers other protocols within TLS");
        }
    }

    @Test
    void refusesTheNativeProtocolWithoutAgreement() throws IOException {
        try (Endpoint server = Endpoint.listen("tls://127.0.0.1:0", with(authority.server()));
                SSLSocket socket = socket(server, authority.client("teller"), "TLSv1.3")) {
            socket.startHandshake();
            socket.getOutputStream().write(new byte[] {(byte) 0xA7, 'W', 'R', 'Y', 1, 0, 0, 0});
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .contains("needs the agreement on wherry/1");
        }
    }

    @Test
    void refusesTlsWithinTls() throws IOException {
        try (Endpoint server = Endpoint.listen("tls://127.0.0.1:0", with(authority.server()));
                SSLSocket socket = socket(server, authority.client("teller"), "TLSv1.3")) {
            socket.startHandshake();
            socket.getOutputStream().write(new byte[] {0x16, 3, 1, 0, 1});
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .contains("TLS within TLS");
        }
    }

    @Test
    void refusesHttpWithinTlsAtAPortThatDoesNotServeIt() throws IOException {
        try (Endpoint server = Endpoint.listen("tls://127.0.0.1:0", with(authority.server()));
                SSLSocket socket = socket(server, authority.client("teller"), "TLSv1.3", "http/1.1")) {
            socket.startHandshake();
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .contains("not Wherry's protocol");
        }
    }

    @Test
    void refusesAnotherRenegotiation() throws IOException {
        try (Endpoint server = Endpoint.listen("tls://127.0.0.1:0", with(authority.server()));
                SSLSocket socket = socket(server, authority.client("teller"), "TLSv1.2", "wherry/1")) {
            socket.startHandshake();
            socket.startHandshake(); // asks for another one, and does not wait for it
            InputStream in = socket.getInputStream();
            assertThatThrownBy(() -> {
                        socket.getOutputStream().write(0xA7);
                        while (in.read() >= 0) {
                            continue;
                        }
                        throw new IOException("the end");
                    })
                    .isInstanceOf(IOException.class);
            assertLogged("renegotiation");
        }
    }

    @Test
    void refusesOldVersions() throws Exception {
        try (Endpoint server = Endpoint.listen("tls://127.0.0.1:0", with(authority.server()));
                Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
            // A ClientHello of TLS 1.1, as the JDK no longer sends one.
            byte[] hello = HexFormat.of()
                    .parseHex(
                            "16030200310100002d0302" + "11".repeat(32) + "00" + "0004" + "c009002f" + "0100" + "0000");
            socket.getOutputStream().write(hello);
            byte[] answer = socket.getInputStream().readAllBytes();
            assertThat(answer).startsWith(0x15);
            assertThat(answer[answer.length - 1]).as("protocol_version").isEqualTo((byte) 70);
            assertLogged("no version of TLS or no cipher in common");
        }
    }

    @Test
    void closesAHandshakeThatStopsAndServesOthers() throws Exception {
        EndpointOptions options = EndpointOptions.builder()
                .with(authority.server())
                .limits(Limits.builder().handshakeTime(Duration.ofSeconds(3)).build()) // of the other client as well
                .build();
        try (Endpoint server = Endpoint.listen("tls://127.0.0.1:0", options);
                Socket half = new Socket("127.0.0.1", server.address().getPort());
                Endpoint client = Endpoint.create(with(authority.client("teller")))) {
            half.getOutputStream().write(new byte[] {0x16, 3, 1, 2});
            assertThat(client.connect(server.address().toString()).ping()).isPositive();
            assertThat(half.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void endsALinkWithGarbageAfterTheHandshake() throws Exception {
        try (Endpoint server = Endpoint.listen("tls://127.0.0.1:0", with(authority.server()));
                Socket socket = new Socket("127.0.0.1", server.address().getPort());
                Endpoint client = Endpoint.create(with(authority.client("teller")))) {
            SSLContext context = authority.client("mallory").current().context();
            SSLSocket tls =
                    (SSLSocket) context.getSocketFactory().createSocket(socket, "127.0.0.1", socket.getPort(), false);
            SSLParameters parameters = tls.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"wherry/1"});
            tls.setSSLParameters(parameters);
            tls.startHandshake();
            socket.getOutputStream()
                    .write("GARBAGE\n and not a record".repeat(10).getBytes(StandardCharsets.US_ASCII));
            while (socket.getInputStream().read() >= 0) {
                continue;
            }
            assertThat(client.connect(server.address().toString()).ping()).isPositive();
        }
    }

    @Test
    void pinsNoFingerprintBesideAContext() throws Exception {
        Tls.Builder both = Tls.builder().context(SSLContext.getDefault()).pinned("00".repeat(32));
        assertThatThrownBy(both::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not both");
    }

    @Test
    void logsAFloodOfGarbageRarelyAndWithoutAlarm() throws Exception {
        long start = System.nanoTime();
        try (Endpoint server = Endpoint.listen("tls://127.0.0.1:0", with(authority.server()));
                Endpoint client = Endpoint.create(with(authority.client("teller")))) {
            for (int i = 0; i < 200; i++) {
                sendGarbage(server);
            }
            assertThat(client.connect(server.address().toString()).ping()).isPositive();
            long seconds = (System.nanoTime() - start) / 1_000_000_000 + 2;
            List<String> texts = log.texts().toList();
            assertThat(texts).isNotEmpty().noneMatch(each -> each.contains("WARNING") || each.contains("SEVERE"));
            assertThat(texts.stream()
                            .filter(each -> each.contains("Closed the connection of"))
                            .count())
                    .isLessThanOrEqualTo(10 * seconds);
            Polling.until("lines are logged again", () -> {
                sendGarbage(server);
                return log.texts().skip(texts.size()).anyMatch(each -> each.contains(" more "));
            });
        }
    }

    private static void sendGarbage(Endpoint server) {
        try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
            socket.getOutputStream().write(new byte[] {0x16, 3, 1, 0, 4, 1, 0, 0, 0}); // an empty ClientHello
            socket.shutdownOutput();
            while (socket.getInputStream().read() >= 0) {
                continue;
            }
        } catch (IOException e) {
            // reset, since not all of it was read
        }
    }

    @Test
    void needsACertificateToListen() {
        assertThatThrownBy(() -> Endpoint.listen("tls://127.0.0.1:0"))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("a server needs a certificate");
    }

    @Test
    void namesWhatIsWrongWithAFolder() throws IOException {
        assertThatThrownBy(() -> Tls.folder(folder.resolve("nothing")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("neither ca.pem nor cert.pem");
        Path other = authority.folder(Authority.local());
        Files.copy(
                authority.folder(Authority.local()).resolve("key.pem"),
                other.resolve("key.pem"),
                StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> Tls.folder(other)).hasMessageContaining("is not that of the certificate");
        Files.writeString(
                other.resolve("key.pem"), "-----BEGIN EC PRIVATE KEY-----\nAA==\n-----END EC PRIVATE KEY-----\n");
        assertThatThrownBy(() -> Tls.folder(other)).hasMessageContaining("openssl pkcs8");
        Files.writeString(other.resolve("key.pem"), "-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n");
        assertThatThrownBy(() -> Tls.folder(other)).hasMessageContaining("another kind than EC, RSA and Ed25519");
        Files.writeString(other.resolve("cert.pem"), "nothing");
        assertThatThrownBy(() -> Tls.folder(other)).hasMessageContaining("cert.pem");
    }
}
