package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpCallsTest {
    private static final LedgerBank BANK = new LedgerBank();
    private static Endpoint server;
    private static URI http;
    private static URI tcp;

    @BeforeAll
    static void listens() {
        server = Endpoint.listen(
                "tcp://127.0.0.1:0",
                EndpointOptions.builder().with(HttpOptions.defaults()).build());
        server.bind("bank", Bank.class, BANK);
        server.bind("shop/the east", Bank.class, BANK);
        tcp = server.address();
        http = server.listenAt("http://127.0.0.1:0");
    }

    @AfterAll
    static void closes() {
        server.close();
    }

    private static void answers(String path, String body, String expected) throws IOException {
        Wire.Answer answer = Wire.post(http, path, body);
        assertThat(answer.status() + " " + answer.text()).isEqualTo("200 " + expected);
    }

    @Test
    void callsWithNamedArguments() throws IOException {
        Wire.Answer answer = Wire.post(http, "/bank/addOne", "{\"number\": 41}");
        assertThat(answer.text()).isEqualTo("42");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).isEqualTo("application/json");
        assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
    }

    @Test
    void acceptsAnArrayOfArguments() throws IOException {
        answers("/bank/addOne", "[41]", "42");
    }

    @Test
    void findsNamesWithSlashesAndEscapes() throws IOException {
        answers("/shop/the%20east/addOne", "{\"number\": 1}", "2");
    }

    @Test
    void choosesOverloadsByTheNamesOfTheirArguments() throws IOException {
        answers("/bank/sum", "{\"a\": 1, \"b\": 2}", "3");
        answers("/bank/sum", "{\"a\": 1, \"b\": 2, \"c\": 3}", "6");
        assertThat(Wire.post(http, "/bank/sum", "{\"a\": 1}").status()).isEqualTo(400);
    }

    @Test
    void getsIdempotentMethodsWithSimpleArguments() throws IOException {
        assertThat(Wire.get(http, "/bank/addOne?number=41").text()).isEqualTo("42");
        String id = "123e4567-e89b-12d3-a456-426614174000";
        assertThat(Wire.get(http, "/bank/simple?text=a+b%C3%A9&color=RED&date=2026-11-29&id=" + id + "&most=3")
                        .text())
                .isEqualTo("\"a bé|RED|2026-11-29|" + id + "|3\"");
        assertThat(Wire.get(http, "/bank/simple?text=&color=RED&date=2026-11-29&id=" + id)
                        .text())
                .isEqualTo("\"|RED|2026-11-29|" + id + "|none\"");
    }

    @Test
    void answersHeadWithoutABody() throws IOException {
        Wire.Answer answer =
                Wire.send(http, "HEAD /bank/addOne?number=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void answersMethodsWithoutAResultWithNoContent() throws IOException {
        assertThat(Wire.request(http, "POST", "/bank/nothing").status()).isEqualTo(204);
        assertThat(Wire.post(http, "/bank/nothing", "{}").status()).isEqualTo(204);
        assertThat(Wire.post(http, "/bank/laterNothing", "{}").status()).isEqualTo(204);
    }

    @Test
    void waitsForFutures() throws IOException {
        answers("/bank/later", "{\"text\": \"soon\"}", "\"soon later\"");
    }

    @Test
    void passesTheTraceOn() throws IOException {
        String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        assertThat(Wire.post(http, "/bank/context", "{}", "traceparent: " + trace)
                        .text())
                .isEqualTo("\"" + trace + "\"");
    }

    @Test
    void servesManyRequestsOnOneConnection() throws IOException {
        try (Wire wire = new Wire(http)) {
            String request = "GET /bank/addOne?number=%d HTTP/1.1\r\nHost: localhost\r\n\r\n";
            for (int i = 0; i < 50; i++) {
                assertThat(wire.send(request.formatted(i).getBytes(StandardCharsets.US_ASCII))
                                .answer()
                                .text())
                        .isEqualTo("" + (i + 1));
            }
            wire.send((request.formatted(1) + request.formatted(2)).getBytes(StandardCharsets.US_ASCII));
            assertThat(wire.answer().text() + wire.answer().text()).isEqualTo("23");
        }
    }

    @Test
    void acceptsChunkedBodies() throws IOException {
        Wire.Answer answer = Wire.send(
                http,
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json; charset=UTF-8\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n4\r\n{\"nu\r\n9\r\nmber\": 4}\r\n0\r\n\r\n");
        assertThat(answer.text()).isEqualTo("5");
    }

    @Test
    void inflatesRequestsAndCompressesLongAnswers() throws IOException {
        String name = "n".repeat(5_000);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream to = new GZIPOutputStream(packed)) {
            to.write(("{\"node\":{\"name\":\"" + name + "\",\"children\":[]}}").getBytes(StandardCharsets.UTF_8));
        }
        Wire.Answer answer =
                Wire.post(http, "/bank/node", packed.toByteArray(), "Content-Encoding: gzip", "Accept-Encoding: gzip");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-encoding")).isEqualTo("gzip");
        assertThat(answer.body().length).isLessThan(500);
        byte[] plain = new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes();
        assertThat(new String(plain, StandardCharsets.UTF_8)).isEqualTo("{\"name\":\"" + name + "\",\"children\":[]}");
    }

    @Test
    void servesHttp2() throws Exception {
        byte[] preface = ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        try (Wire wire = new Wire(http)) {
            wire.send(preface).send(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
            byte[] head = wire.read(9);
            assertThat(head[3])
                    .as("the type of the first frame, which is settings")
                    .isEqualTo((byte) 4);
        }
    }

    @Test
    void servesTheSamePortAsTheNativeProtocol() throws Exception {
        assertThat(Wire.post(tcp, "/bank/addOne", "{\"number\": 41}").text()).isEqualTo("42");
        try (HttpClient client = HttpClient.newHttpClient()) { // it offers to change to HTTP/2
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + tcp.getPort() + "/bank/addOne?number=1"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.body()).isEqualTo("2");
        }
        try (Endpoint client = Endpoint.create()) {
            assertThat(client.lookup(tcp + "/bank", Bank.class).addOne(1)).isEqualTo(2);
        }
    }

    @Test
    void servesUnixSockets(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("s");
        server.listenAt("unix:" + file);
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(file))) {
            channel.write(ByteBuffer.wrap("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII)));
            String answer = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 200").contains("wherry_http_connections 1");
        }
    }

    @Test
    void servesClientsOfHttp2() throws Exception {
        Path curl = Path.of("/usr/bin/curl");
        Assumptions.assumeTrue(Files.isExecutable(curl), "no curl");
        assertThat(curl(curl, "--json", "{\"number\":1}", http + "/bank/addOne"))
                .isEqualTo("2 2 200");
        assertThat(curl(curl, http + "/bank/addOne?number=5")).isEqualTo("6 2 200");
        assertThat(curl(curl, "--output", "/dev/null", http + "/bank/nothing")).isEqualTo(" 2 405");
        assertThat(curl(
                        curl,
                        "--output",
                        "/dev/null",
                        "--json",
                        "{\"a\":" + "1".repeat(50_000) + "}",
                        http + "/bank/sum"))
                .isEqualTo(" 2 400");
    }

    private static String curl(Path curl, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                curl.toString(),
                "--silent",
                "--http2-prior-knowledge",
                "--write-out",
                " %{http_version} %{http_code}"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void endsItsConnectionsWhenTheEndpointCloses() throws IOException {
        Served served = new Served(EndpointOptions.defaults());
        try (Wire wire = new Wire(served.http)) {
            wire.send("GET /bank/addOne?number=1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII))
                    .answer();
            served.close();
            assertThat(wire.isClosed()).isTrue();
        }
    }
}
