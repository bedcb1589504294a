package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testsupport.Polling;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Peers that send as much as they can of what costs them little. Others are served meanwhile, and no log is filled. */
@Timeout(120)
class FloodsTest {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int PRIORITY = 2;
    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int WINDOW_UPDATE = 8;
    private static final int GOAWAY = 7;
    private static final int CONTINUATION = 9;
    private static final int CALM = 11;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int MANY = 20_000;

    private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
    private final Handler log = new Handler() {
        @Override
        public void publish(LogRecord line) {
            if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
                logged.add(line);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private Served served;

    @BeforeEach
    void serves() throws IOException {
        served = Served.usual();
        Wire.get(served.http, "/bank/addOne?number=1"); // logs the methods that are not served
        Logger.getLogger("").addHandler(log);
    }

    @AfterEach
    void servesOthersAndLogsNothingMeanwhile() throws IOException {
        assertThat(Wire.post(served.http, "/bank/addOne", "{\"number\":1}").text())
                .isEqualTo("2");
        served.close();
        Logger.getLogger("").removeHandler(log);
        assertThat(logged).extracting(LogRecord::getMessage).isEmpty();
    }

    /** A connection of HTTP/2 that reads all answers, and remembers which kinds of frames they were. */
    static final class Http2 implements AutoCloseable {
        private final Socket socket;
        final OutputStream out;
        private final Thread reader;
        private final Set<Integer> received = ConcurrentHashMap.newKeySet();
        /** The code of the last error that the server has named for the connection. */
        private volatile int error = -1;
        /** The headers of the answers. */
        final List<byte[]> answers = new CopyOnWriteArrayList<>();

        Http2(URI to) throws IOException {
            socket = new Socket(to.getHost(), to.getPort());
            out = socket.getOutputStream();
            reader = Thread.ofVirtual().start(this::read);
            out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.write(frame(SETTINGS, 0, 0));
        }

        private void read() {
            try {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                while (true) {
                    int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
                    int type = in.readUnsignedByte();
                    in.skipNBytes(5);
                    byte[] payload = in.readNBytes(length);
                    if (type == GOAWAY) {
                        error = ByteBuffer.wrap(payload).getInt(4);
                    }
                    if (type == HEADERS) {
                        answers.add(payload);
                    }
                    received.add(type);
                }
            } catch (IOException e) {
                // the end
            }
        }

        /** Makes a request and waits for its answer, which shows that the server understands the frames of this test. */
        void request() throws IOException {
            out.write(frame(HEADERS, END_HEADERS | END_STREAM, 1, FloodsTest.request("GET", "/health")));
            Polling.until("an answer", () -> received.contains(HEADERS));
        }

        void post(int stream, String path, String body) throws IOException {
            out.write(frame(HEADERS, END_HEADERS, stream, FloodsTest.request("POST", path)));
            out.write(frame(DATA, END_STREAM, stream, body.getBytes(StandardCharsets.US_ASCII)));
        }

        /** Sends again and again. Returns whether the server has closed the connection. */
        boolean isClosedBy(byte[] bytes, int times) throws IOException {
            try {
                for (int i = 0; i < times; i++) {
                    out.write(bytes);
                }
            } catch (SocketException e) {
                return true;
            }
            return false;
        }

        /** Waits until the server has closed the connection. */
        void assertClosed() throws InterruptedException {
            reader.join();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    static byte[] frame(int type, int flags, int stream, byte... payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    private static byte[] request(String method, String path) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(method.equals("GET") ? 0x82 : 0x83);
        block.write(0x86); // http
        literal(block, 4, path);
        literal(block, 1, "localhost");
        if (method.equals("POST")) {
            block.writeBytes(new byte[] {0x0f, 0x10}); // the content type
            block.write("application/json".length());
            block.writeBytes("application/json".getBytes(StandardCharsets.US_ASCII));
        }
        return block.toByteArray();
    }

    /** Returns the headers of a request that announces a body of two bytes. */
    private static byte[] requestOfTwoBytes() {
        return joined(request("POST", "/bank/addOne"), new byte[] {0x0f, 0x0d, 1, '2'});
    }

    private static void literal(ByteArrayOutputStream block, int name, String value) {
        block.write(name);
        block.write(value.length());
        block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void closesConnectionsThatResetTheirRequests() throws Exception {
        try (Http2 peer = new Http2(served.http)) {
            peer.request();
            for (int stream = 3; stream < 2 * MANY; stream += 2) {
                if (peer.isClosedBy(frame(HEADERS, END_HEADERS | END_STREAM, stream, request("GET", "/health")), 1)
                        || peer.isClosedBy(frame(RESET, 0, stream, (byte) 0, (byte) 0, (byte) 0, (byte) 8), 1)) {
                    break;
                }
            }
            peer.assertClosed();
            assertThat(peer.error).isIn(-1, CALM); // the reason may be lost with the connection
        }
    }

    @Test
    void closesConnectionsWithHeadersThatDoNotEnd() throws Exception {
        try (Http2 peer = new Http2(served.http)) {
            byte[] more = new byte[8_000];
            peer.request();
            peer.isClosedBy(frame(HEADERS, 0, 3, request("GET", "/health")), 1);
            peer.isClosedBy(frame(CONTINUATION, 0, 3, more), 1_000);
            peer.assertClosed();
        }
    }

    @Test
    void closesConnectionsWithHeadersInEmptyFrames() throws Exception {
        try (Http2 peer = new Http2(served.http)) {
            peer.request();
            peer.isClosedBy(frame(HEADERS, 0, 3, request("GET", "/health")), 1);
            peer.isClosedBy(frame(CONTINUATION, 0, 3), MANY);
            peer.assertClosed();
        }
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] each : parts) {
            all.writeBytes(each);
        }
        return all.toByteArray();
    }

    /** Returns a header with a value of 127 + 128 x 30 + rest bytes. */
    private static byte[] large(int kind, int rest) {
        byte[] value = new byte[127 + 128 * 30 + rest];
        Arrays.fill(value, (byte) 'a');
        return joined(new byte[] {(byte) kind, 1, 'x', 0x7f, (byte) (0x80 | rest), 30}, value);
    }

    @Test
    void answersHeadersThatBecomeLargeWith431() throws Exception {
        byte[] repeated = new byte[12_000];
        Arrays.fill(repeated, (byte) 0xbe); // what has just entered the table
        byte[] bomb = joined(request("GET", "/health"), large(0x40, 0), repeated);
        byte[] forTheTable = joined(request("GET", "/health"), large(0x40, 127));
        byte[] plain = large(0, 0);
        byte[] long20 = joined(request("GET", "/health"), plain, plain, plain, plain);
        for (byte[] each : List.of(
                frame(HEADERS, END_HEADERS | END_STREAM, 1, bomb),
                frame(HEADERS, END_HEADERS | END_STREAM, 1, forTheTable),
                joined(
                        frame(HEADERS, END_STREAM, 1, long20),
                        frame(CONTINUATION, 0, 1, plain),
                        frame(CONTINUATION, END_HEADERS, 1)))) {
            try (Http2 peer = new Http2(served.http)) {
                peer.out.write(each);
                peer.assertClosed();
                assertThat(peer.answers.getLast()).containsExactly(0x08, 3, '4', '3', '1');
                assertThat(peer.error).isEqualTo(CALM);
            }
        }
    }

    @Test
    void doesNotChangeFromHttp1ToHttp2() throws IOException {
        Wire.Answer answer = Wire.get(
                served.http,
                "/health",
                "Connection: Upgrade, HTTP2-Settings",
                "Upgrade: h2c",
                "HTTP2-Settings: AAMAAABkAAQAAP__");
        assertThat(answer.status()).isNotEqualTo(101);
    }

    @Test
    void closesConnectionsWithBodiesInEmptyFrames() throws Exception {
        try (Http2 peer = new Http2(served.http)) {
            peer.request();
            peer.isClosedBy(frame(HEADERS, END_HEADERS, 3, request("POST", "/bank/addOne")), 1);
            peer.isClosedBy(frame(DATA, 0, 3), MANY);
            peer.assertClosed();
        }
    }

    @Test
    void servesOthersDuringFloodsOfControlFrames() throws Exception {
        for (byte[] each : List.of(
                frame(PING, 0, 0, new byte[8]),
                frame(SETTINGS, 0, 0),
                frame(SETTINGS, 0, 0, (byte) 0, (byte) 1, (byte) 0, (byte) 0, (byte) 0, (byte) 0),
                frame(PRIORITY, 0, 1, (byte) 0, (byte) 0, (byte) 0, (byte) 3, (byte) 1),
                frame(WINDOW_UPDATE, 0, 0, (byte) 0, (byte) 0, (byte) 0, (byte) 1),
                frame(0x55, 0, 0, new byte[8]))) {
            try (Http2 peer = new Http2(served.http)) {
                peer.isClosedBy(each, MANY);
                assertThat(Wire.get(served.http, "/health").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void servesOthersWhileStreamsWaitForTheirBodies() throws Exception {
        List<Http2> peers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Http2 peer = new Http2(served.http);
            peers.add(peer);
            for (int stream = 1; stream < 200; stream += 2) {
                peer.isClosedBy(frame(HEADERS, END_HEADERS, stream, request("POST", "/bank/addOne")), 1);
                peer.isClosedBy(frame(DATA, 0, stream, (byte) '{'), 1);
            }
        }
        assertThat(Wire.get(served.http, "/health").status()).isEqualTo(200);
        for (Http2 each : peers) {
            each.close();
        }
    }

    @Test
    @Tag("long")
    void closesConnectionsWhoseStreamsDoNotGoOn() throws Exception {
        try (Http2 peer = new Http2(served.http)) {
            peer.isClosedBy(frame(HEADERS, END_HEADERS, 1, request("POST", "/bank/addOne")), 1);
            peer.isClosedBy(frame(DATA, 0, 1, (byte) '{'), 1);
            peer.assertClosed();
        }
    }

    @Test
    @Tag("long")
    void closesConnectionsWhoseStreamsDoNotGoOnBesideOthersThatEnd() throws Exception {
        try (Http2 peer = new Http2(served.http)) {
            peer.isClosedBy(frame(HEADERS, END_HEADERS, 1, request("POST", "/bank/addOne")), 1);
            peer.isClosedBy(frame(DATA, 0, 1, (byte) '{'), 1);
            for (int stream = 3; !peer.reader.join(Duration.ofMillis(500)); stream += 2) {
                peer.isClosedBy(frame(HEADERS, END_HEADERS, stream, request("POST", "/bank/addOne")), 1);
                peer.isClosedBy(frame(DATA, END_STREAM, stream, "[1]".getBytes(StandardCharsets.US_ASCII)), 1);
            }
            assertThat(served.bank.calls.get()).isGreaterThan(1);
        }
    }

    @Test
    void logsNothingOfBodiesThatHaveAnotherLengthThanTheyAnnounce() throws Exception {
        int before = served.bank.calls.get();
        for (String each : List.of("[", "[1]", "")) {
            try (Http2 peer = new Http2(served.http)) {
                peer.request();
                for (int stream = 3; stream < 200; stream += 2) {
                    peer.isClosedBy(frame(HEADERS, END_HEADERS, stream, requestOfTwoBytes()), 1);
                    peer.isClosedBy(frame(DATA, END_STREAM, stream, each.getBytes(StandardCharsets.US_ASCII)), 1);
                }
                Polling.until("a refusal", () -> peer.received.contains(RESET) || !peer.reader.isAlive());
            }
        }
        assertThat(served.bank.calls.get()).isEqualTo(before);
    }

    @Test
    void logsNothingOfConnectionsThatSendNonsense() throws IOException {
        for (String each : List.of(
                "GET /\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nno",
                "GET / HTTP/9.9\r\n\r\n",
                "\0\0\0\0",
                "POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
                "P",
                "POST /bank/addOne HT",
                "POST /bank/addOne HTTP/1.1\r\nHost: loc",
                "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /health HTTP/1.1\r\nHo",
                "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n",
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n[")) {
            for (int i = 0; i < 50; i++) {
                try (Socket socket = new Socket(served.http.getHost(), served.http.getPort())) {
                    socket.getOutputStream().write(each.getBytes(StandardCharsets.US_ASCII));
                }
            }
        }
    }

    @Test
    void servesOthersWhileConnectionsAreOpenedAndReset() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            Socket socket = new Socket(served.http.getHost(), served.http.getPort());
            socket.setSoLinger(true, 0); // a reset
            if (i % 2 == 0) {
                socket.getOutputStream().write("GET / HT".getBytes(StandardCharsets.US_ASCII));
            }
            socket.close();
        }
    }
}
