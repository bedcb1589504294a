package dev.wherry.fuzz;

import dev.wherry.ByReference;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.certificates.CertificateAuthority;
import dev.wherry.certificates.CertificateRequest;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.tls.Tls;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/**
 * All that a client sends on one connection to an endpoint: the handshake and frames after it, an offer to resume, records of TLS, or
 * requests of HTTP. The endpoint must close it when the client has sent everything, and go on to serve others.
 */
final class Connections implements Target {
    private static final byte[] PREAMBLE = {(byte) 0xa7, 0x57, 0x52, 0x59, 1, 0, 0, 0};
    private static final int END_MILLIS = 300_000;
    /** After so many connections another client makes a call. */
    private static final int ROUND = 100;

    private final String scheme;
    private Served served;

    Connections(String scheme) {
        this.scheme = scheme;
    }

    /** The served interface. */
    public interface Words {
        List<String> sorted(List<String> words);

        String back(Source source);
    }

    /** An object of the client. */
    @ByReference
    public interface Source {
        String next();
    }

    private static final class Sorting implements Words {
        @Override
        public List<String> sorted(List<String> words) {
            return words.stream().sorted().toList();
        }

        @Override
        public String back(Source source) {
            return source.next();
        }
    }

    private static final class Served {
        private final Endpoint server;
        private final Endpoint client;
        private final Words words;
        private final int port;
        private final Faults faults = new Faults();
        private int connections;

        Served(String scheme) throws IOException {
            EndpointOptions.Builder options = EndpointOptions.builder()
                    .codecs("compact")
                    .resumeWindow(Duration.ZERO)
                    .timeout(Duration.ofMinutes(5)) // instrumenting all classes takes long
                    .limits(Limits.builder()
                            .handshakeTime(Duration.ofMinutes(5))
                            .graphDepth(500)
                            .graphObjects(20_000)
                            .build());
            if (scheme.equals("tls")) {
                Path folder = Files.createTempDirectory("fuzz");
                CertificateAuthority.create("Fuzz", Duration.ofDays(1))
                        .issue(CertificateRequest.server(List.of("127.0.0.1"), Duration.ofDays(1)))
                        .write(folder);
                options.with(Tls.folder(folder));
            }
            options.with(MobilityPolicy.off());
            server = Endpoint.create(options.build());
            server.bind("words", Words.class, new Sorting());
            port = server.listenAt(scheme + "://127.0.0.1:0").getPort();
            client = Endpoint.create(options.build());
            words = client.lookup(scheme + "://127.0.0.1:" + port + "/words", Words.class);
        }

        private void connect(byte[] bytes) throws IOException {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout(END_MILLIS);
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                socket.getInputStream().skipNBytes(Long.MAX_VALUE);
            } catch (SocketException | EOFException e) {
                // closed, with or without a reset
            } catch (SocketTimeoutException e) {
                throw new IllegalStateException("The connection is open still", e);
            }
            faults.check();
            if (++connections % ROUND == 0 && !words.sorted(List.of("b", "a")).equals(List.of("a", "b"))) {
                throw new IllegalStateException("Another client got a wrong answer");
            }
        }
    }

    @Override
    public void parse(byte[] bytes) throws IOException {
        if (served == null) {
            served = new Served(scheme);
        }
        served.connect(bytes);
    }

    @Override
    public List<byte[]> seeds() throws Exception {
        return switch (scheme) {
            case "tls" ->
                List.of(clientHello(), joined(clientHello(), HexFormat.of().parseHex("15030300020100")), PREAMBLE);
            case "http" -> requests();
            default -> sessions();
        };
    }

    private static List<byte[]> sessions() {
        List<byte[]> frames = new Frames().seeds();
        List<byte[]> seeds = new ArrayList<>(List.of(PREAMBLE));
        for (byte[] each : frames) {
            seeds.add(joined(PREAMBLE, frames.getFirst(), each));
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
