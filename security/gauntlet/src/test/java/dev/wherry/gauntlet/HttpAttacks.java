package dev.wherry.gauntlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Idempotent;
import dev.wherry.access.SignedTokens;
import dev.wherry.certificates.CertificateAuthority;
import dev.wherry.certificates.CertificateRequest;
import dev.wherry.tls.Tls;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;

/** Sends chains as bodies, queries, headers and tokens of requests, and as answers. */
final class HttpAttacks implements AutoCloseable {
    private static final Duration DAY = Duration.ofDays(1);

    /** A value with parts that JSON reads in different ways. */
    public record Note(String text, byte[] bytes, List<String> lines, Map<String, Integer> amounts) {}

    /** A served interface. */
    public interface Notes {
        Note keep(Note note);

        @Idempotent
        String echo(String text);
    }

    private static final class Keeping implements Notes {
        @Override
        public Note keep(Note note) {
            return note;
        }

        @Override
        public String echo(String text) {
            return text;
        }
    }

    private final Endpoint server;
    private final int port;
    private final boolean encrypted;
    private final SSLContext trusting;

    HttpAttacks(boolean encrypted, Path folder) throws IOException {
        this.encrypted = encrypted;
        EndpointOptions.Builder options = EndpointOptions.builder()
                .tokens(SignedTokens.builder("tests", "notes")
                        .key("one", new byte[32])
                        .build());
        CertificateAuthority.create("Test", DAY)
                .issue(CertificateRequest.server(List.of("localhost", "127.0.0.1"), DAY))
                .write(folder);
        Tls tls = Tls.folder(folder);
        if (encrypted) {
            options.with(tls);
        }
        server = Endpoint.create(options.build());
        server.bind("notes", Notes.class, new Keeping());
        port = server.listenAt((encrypted ? "https" : "http") + "://127.0.0.1:0")
                .getPort();
        trusting = tls.context();
    }

    /** Sends a chain in each part of a request. Each is answered, and none with success where the value is not what it is said to be. */
    void attack(Payload payload) throws IOException {
        byte[] stream = payload.stream();
        String text = Base64.getEncoder().encodeToString(stream);
        for (String type : List.of(
                "application/json", "application/octet-stream", "application/x-java-serialized-object", "text/plain")) {
            assertThat(status("POST /notes/keep", "Content-Type: " + type, stream))
                    .isBetween(400, 499);
        }
        String name = payload.root().getClass().getName();
        for (String body : List.of(
                "{\"note\":{\"@class\":\"" + name + "\",\"text\":\"" + text + "\"}}",
                "{\"note\":[\"" + name + "\",{\"text\":\"" + text + "\"}]}",
                "{\"note\":\"" + text + "\"}",
                "{\"@type\":\"" + name + "\",\"note\":{}}")) {
            assertThat(status(
                            "POST /notes/keep",
                            "Content-Type: application/json",
                            body.getBytes(StandardCharsets.UTF_8)))
                    .isBetween(400, 499);
        }
        byte[] bytes =
                ("{\"note\":{\"text\":\"" + text + "\",\"bytes\":\"" + text + "\"}}").getBytes(StandardCharsets.UTF_8);
        assertThat(status("POST /notes/keep", "Content-Type: application/json", bytes))
                .isEqualTo(200); // text and bytes
        String part = text.length() > 4_000 ? text.substring(0, 4_000) : text;
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(stream);
        String header = token.length() > 4_000 ? token.substring(0, 4_000) : token;
        String path = "GET /notes/echo?text=" + header;
        assertThat(status(path, "Cookie: session=" + part, new byte[0])).isEqualTo(200); // a text
        for (String each : List.of("Bearer " + header, "Bearer one." + header + "." + header, "Java " + header)) {
            assertThat(status(path, "Authorization: " + each, new byte[0])).isBetween(200, 499);
        }
    }

    private int status(String request, String header, byte[] body) throws IOException {
        try (Socket socket = encrypted
                ? trusting.getSocketFactory().createSocket("localhost", port)
                : new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            OutputStream out = socket.getOutputStream();
            out.write((request + " HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\nContent-Length: " + body.length
                            + "\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1));
            out.write(body);
            out.flush();
            String answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            return Integer.parseInt(answer.substring(9));
        }
    }

    /** Answers a client with a chain, as a body of several types and with several codes. */
    static void answer(Payload payload) throws IOException {
        HttpServer hostile = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        int[] answered = {0};
        byte[] stream = payload.stream();
        hostile.createContext("/", exchange -> {
            int turn = answered[0]++;
            exchange.getResponseHeaders()
                    .set(
                            "Content-Type",
                            switch (turn % 3) {
                                case 0 -> "application/json";
                                case 1 -> "application/x-java-serialized-object";
                                default -> "application/problem+json";
                            });
            exchange.sendResponseHeaders(turn < 3 ? 200 : 500, stream.length);
            exchange.getResponseBody().write(stream);
            exchange.close();
        });
        hostile.start();
        try (Endpoint client = Endpoint.create()) {
            Notes notes =
                    client.lookup("http://127.0.0.1:" + hostile.getAddress().getPort() + "/notes", Notes.class);
            for (int i = 0; i < 6; i++) {
                assertThat(catchThrowable(() -> notes.echo("text"))).isInstanceOf(CallException.class);
            }
        } finally {
            hostile.stop(0);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
