package dev.wherry.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/**
 * All that a client sends on one connection to an endpoint: the handshake and frames after it, records of TLS, or
 * requests of HTTP. The endpoint must close it when the client has sent everything, and go on to serve others.
 */
final class Connections implements Target {
    private final String scheme;
    private ServedWords served;

    Connections(String scheme) {
        this.scheme = scheme;
    }

    @Override
    public void parse(byte[] bytes) throws IOException {
        if (served == null) {
            served = new ServedWords(scheme, Duration.ZERO);
        }
        try (Socket socket = served.connect()) {
            socket.getOutputStream().write(bytes);
            ServedWords.readToEnd(socket);
        } catch (SocketException | EOFException e) {
            // closed, with or without a reset
        }
        served.check();
    }

    @Override
    public List<byte[]> seeds() throws Exception {
        return switch (scheme) {
            case "tls" ->
                List.of(
                        clientHello(),
                        joined(clientHello(), HexFormat.of().parseHex("15030300020100")),
                        ServedWords.PREAMBLE);
            case "http" -> requests();
            default -> sessions();
        };
    }

    /** Messages that either side may send on a link of the native protocol. */
    static List<byte[]> sessions() {
        List<byte[]> frames = new Frames().seeds();
        List<byte[]> seeds = new ArrayList<>(List.of(ServedWords.PREAMBLE));
        for (byte[] each : frames) {
            seeds.add(joined(ServedWords.PREAMBLE, frames.getFirst(), each));
        }
        return seeds;
    }

    private static byte[] clientHello() throws Exception {
        SSLEngine engine = SSLContext.getDefault().createSSLEngine("127.0.0.1", 1);
        engine.setUseClientMode(true);
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), record);
        return Arrays.copyOf(record.array(), record.position());
    }

    private static List<byte[]> requests() {
        String post = "POST /words/sorted HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
        byte[] settings = HexFormat.of().parseHex("000000040000000000");
        byte[] headers = HexFormat.of().parseHex("000003010500000001828684");
        return List.of(
                text("GET /words HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                text(post + "Content-Length: 19\r\n\r\n{\"words\":[\"b\",\"a\"]}"),
                text(post + "Transfer-Encoding: chunked\r\n\r\n13\r\n{\"words\":[\"b\",\"a\"]}\r\n0\r\n\r\n"),
                text(
                        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                + "Sec-WebSocket-Key: " + Base64.getEncoder().encodeToString(new byte[16])
                                + "\r\n\r\n"),
                joined(text("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), settings, headers));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] each : parts) {
            all.writeBytes(each);
        }
        return all.toByteArray();
    }
}
