package dev.wherry.http.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.http.HttpOptions;
import dev.wherry.testsupport.LogRecorder;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that break the rules of WebSockets. */
@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WebSocketRefusalsTest {
    private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";
    private static final String[] USUAL = {
        "Host: localhost",
        "Upgrade: websocket",
        "Connection: keep-alive, Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: " + KEY,
        "Sec-WebSocket-Protocol: other, wherry.1"
    };

    private Endpoint server;
    private Socket socket;

    @BeforeEach
    void listen() throws IOException {
        server = Endpoint.listen(
                "ws://127.0.0.1:0",
                EndpointOptions.builder()
                        .with(HttpOptions.builder()
                                .allowOrigins("https://shop.example")
                                .build())
                        .build());
        Scenario.bind(server);
        URI address = server.address();
        socket = new Socket(address.getHost(), address.getPort());
        socket.setSoTimeout(20_000);
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        server.close();
    }

    private void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Returns the usual request, with the headers that begin as another does replaced by it. */
    private static String request(String... others) {
        StringBuilder request = new StringBuilder("GET /any/path HTTP/1.1\r\n");
        for (String usual : USUAL) {
            boolean replaced = false;
            for (String other : others) {
                replaced |= other.startsWith(usual.substring(0, usual.indexOf(':') + 1));
            }
            request.append(replaced ? "" : usual + "\r\n");
        }
        for (String other : others) {
            request.append(other.endsWith(":") ? "" : other + "\r\n");
        }
        return request.append("\r\n").toString();
    }

    private String head() throws IOException {
        InputStream in = socket.getInputStream();
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException(head.toString(StandardCharsets.ISO_8859_1));
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    private void open() throws IOException {
        send(request());
        assertThat(head())
                .startsWith("HTTP/1.1 101 ")
                .contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n")
                .contains("Sec-WebSocket-Protocol: wherry.1\r\n")
                .doesNotContain("Extensions");
    }

    /** Returns the code with which the server ends the WebSocket; -1 if it ends without. */
    private int closingCode() throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        try {
            while (true) {
                int first = in.readUnsignedByte();
                int length = in.readUnsignedByte();
                length = length == 126 ? in.readUnsignedShort() : length;
                byte[] payload = in.readNBytes(length);
                if (first == 0x88) {
                    return Short.toUnsignedInt(ByteBuffer.wrap(payload).getShort());
                }
            }
        } catch (EOFException | SocketException e) {
            return -1;
        }
    }

    private static byte[] frame(int first, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(14 + payload.length);
        frame.put((byte) first);
        if (payload.length < 126) {
            frame.put((byte) (0x80 | payload.length));
        } else {
            frame.put((byte) (0x80 | 126)).putShort((short) payload.length);
        }
        frame.putInt(0x01020304);
        for (int i = 0; i < payload.length; i++) {
            frame.put((byte) (payload[i] ^ i % 4 + 1));
        }
        byte[] bytes = new byte[frame.position()];
        frame.flip().get(bytes);
        return bytes;
    }

    // ---- the request

    @ParameterizedTest
    @CsvSource({
        "Sec-WebSocket-Version: 12,426",
        "Sec-WebSocket-Version:,426",
        "Sec-WebSocket-Key:,400",
        "Sec-WebSocket-Key: short,400",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZR==,400",
        "Sec-WebSocket-Protocol: chat,400",
        "Sec-WebSocket-Protocol:,400",
        "Connection: close,400",
        "Origin: https://evil.example,403",
        "Origin: null,403",
        "Sec-Fetch-Site: cross-site,403",
        "Origin: https://shop.example,101",
        "Upgrade: WebSocket,101",
        "Upgrade: h2c,404",
    })
    void areAnsweredWithAStatus(String header, int status) throws IOException {
        send(request(header));
        assertThat(head()).startsWith("HTTP/1.1 " + status + " ");
    }

    @Test
    void areToldTheVersion() throws IOException {
        send(request("Sec-WebSocket-Version: 8"));
        assertThat(head()).contains("Sec-WebSocket-Version: 13\r\n");
    }

    @Test
    void areRefusedWithTwoKeys() throws IOException {
        send(request("Sec-WebSocket-Key: " + KEY, "sec-websocket-key: " + KEY));
        assertThat(head()).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void areRefusedWithABody() throws IOException {
        send(request("Content-Length: 3") + "abc");
        assertThat(head()).doesNotStartWith("HTTP/1.1 101");
    }

    @Test
    void areRefusedWithHeadersWithoutEnd() throws IOException {
        send(request("X-Flood: " + "a".repeat(20_000)));
        assertThat(head()).startsWith("HTTP/1.1 431 ");
    }

    @Test
    void cannotSmuggleARequestBehindTheUpgrade() throws IOException {
        send(request() + "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(head()).startsWith("HTTP/1.1 400 ").contains("Connection: close");
        String rest;
        try {
            rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (SocketException e) {
            rest = "";
        }
        assertThat(rest).doesNotContain("HTTP/1.1 200");
    }

    @Test
    void cannotSmuggleARequestIntoTheWebSocket() throws IOException {
        open();
        send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(closingCode()).isEqualTo(1002);
    }

    @Test
    void opensOverHttp10Never() throws IOException {
        send(request().replace("HTTP/1.1", "HTTP/1.0"));
        assertThat(head()).doesNotContain(" 101 ");
    }

    // ---- frames

    @ParameterizedTest
    @CsvSource({
        "a frame without a mask, 8201ff, 1002",
        "text, 818100000000 41, 1003",
        "a reserved bit, c28100000000 41, 1002",
        "an unknown kind, 838100000000 41, 1002",
        "an unknown control frame, 8b8100000000 41, 1002",
        "a continuation of nothing, 808100000000 41, 1002",
        "a message within a message, 028000000000 028100000000, 1002",
        "a long ping, 89fe007e00000000, 1002",
        "a ping in fragments, 098000000000, 1002",
        "a longer length than needed, 82fe007d00000000, 1002",
        "a longer length than needed in 64 bits, 82ff000000000000ffff00000000, 1002",
        "a length of 64 bits, 82ffffffffffffffffff00000000, 1002",
        "a length of 63 bits, 82ff7fffffffffffffff00000000, 1009",
        "more than 1 MiB, 82ff000000000010000100000000, 1009",
        "half a code, 888100000000 03, 1002",
        "a code that is not sent, 888200000000 03ed, 1002",
        "a reason that is not UTF-8, 888300000000 03e8ff, 1002",
        "a usual end, 888200000000 03e8, 1000",
        "an end without a code, 888000000000, 1000",
        "an end with a code of its own, 888200000000 1389, 5001",
    })
    void endTheWebSocketWithACode(String what, String frames, int code) throws IOException {
        open();
        socket.getOutputStream().write(HexFormat.of().parseHex(frames.replace(" ", "")));
        assertThat(closingCode()).as(what).isEqualTo(code == 5001 ? 1002 : code);
    }

    @Test
    void areAnsweredTheirPings() throws IOException {
        open();
        socket.getOutputStream().write(frame(0x89, "abc".getBytes(StandardCharsets.US_ASCII)));
        assertThat(socket.getInputStream().readNBytes(5)).isEqualTo(new byte[] {(byte) 0x8a, 3, 'a', 'b', 'c'});
    }

    @Test
    void endWithTooManyEmptyFrames() throws IOException {
        open();
        ByteArrayOutputStream flood = new ByteArrayOutputStream();
        for (int i = 0; i < 2_000; i++) {
            flood.writeBytes(frame(0x8a, new byte[0]));
        }
        try {
            socket.getOutputStream().write(flood.toByteArray());
        } catch (SocketException e) {
            // The server has closed it.
        }
        assertThat(closingCode()).isIn(1008, -1);
    }

    @Test
    void mayUseFragmentsAndPings() throws Exception {
        try (Fragmenting proxy = new Fragmenting(server.address());
                Endpoint client =
                        Endpoint.create(EndpointOptions.builder().lanes(1).build())) {
            Scenario.Office office = Scenario.office(client, proxy.address());
            byte[] bytes = new byte[100_000];
            bytes[7] = 7;
            for (int i = 0; i < 20; i++) {
                assertThat(office.reversed(office.reversed(bytes))).isEqualTo(bytes);
            }
        }
    }

    @Test
    void areNotLoggedAsErrors() throws IOException {
        try (LogRecorder log = new LogRecorder("dev.wherry")) {
            open();
            socket.getOutputStream().write(new byte[] {1, 2, 3});
            closingCode();
            assertThat(log.texts()).noneMatch(each -> each.contains("ERROR") || each.contains("SEVERE"));
        }
    }

    // ---- servers

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 404 Not Found\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n",
                "HTTP/1.1 101 x\r\nno header\r\n\r\n",
                "SSH-2.0-OpenSSH_9.2\r\n",
                "",
            })
    void areRefusedByTheClient(String answer) throws IOException {
        try (ServerSocket other = new ServerSocket(0);
                Endpoint client = Endpoint.create()) {
            Thread server = Thread.startVirtualThread(() -> {
                try (Socket accepted = other.accept()) {
                    accepted.getInputStream().read(new byte[4_096]);
                    accepted.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                } catch (IOException e) {
                    // The client has refused it.
                }
            });
            assertThatThrownBy(() -> client.connect("ws://127.0.0.1:" + other.getLocalPort()))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining("Cannot connect");
            server.interrupt();
        }
    }

    @Test
    void withAnAnswerWithoutEndAreRefusedByTheClient() throws IOException {
        try (ServerSocket other = new ServerSocket(0);
                Endpoint client = Endpoint.create()) {
            Thread.startVirtualThread(() -> {
                try (Socket accepted = other.accept()) {
                    accepted.getOutputStream()
                            .write(("HTTP/1.1 101 x\r\nX: " + "a".repeat(100_000)).getBytes(StandardCharsets.US_ASCII));
                    accepted.getInputStream().readAllBytes();
                } catch (IOException e) {
                    // The client has refused it.
                }
            });
            assertThatThrownBy(() -> client.connect("ws://127.0.0.1:" + other.getLocalPort()))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining("more than 16384 bytes");
        }
    }
}
