package dev.wherry.fuzz;

import dev.wherry.ByReference;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.certificates.CertificateAuthority;
import dev.wherry.certificates.CertificateRequest;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.tls.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** An endpoint that gets bytes of hostile clients, and a well-behaved client of it. */
final class ServedWords {
    static final byte[] PREAMBLE = {(byte) 0xa7, 0x57, 0x52, 0x59, 1, 0, 0, 0};
    private static final int END_MILLIS = 300_000;
    /** After so many inputs the well-behaved client makes a call. */
    private static final int ROUND = 100;

    private final Endpoint server;
    private final Endpoint client;
    private final Words words;
    private final int port;
    private final Faults faults = new Faults();
    private int inputs;

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

    ServedWords(String scheme, Duration resumeWindow) throws IOException {
        EndpointOptions.Builder options = EndpointOptions.builder()
                .codecs("compact")
                .resumeWindow(resumeWindow)
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

    Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(END_MILLIS);
        return socket;
    }

    /** Ends what is sent, and reads until the endpoint closes the connection. Throws an EOFException then. */
    static void readToEnd(Socket socket) throws IOException {
        try {
            socket.shutdownOutput();
            socket.getInputStream().skipNBytes(Long.MAX_VALUE);
        } catch (SocketTimeoutException e) {
            throw new IllegalStateException("The connection is open still", e);
        }
    }

    /** Called after each input. Throws if the endpoint has had a fault, or no longer serves other clients. */
    void check() {
        faults.check();
        if (++inputs % ROUND == 0 && !words.sorted(List.of("b", "a")).equals(List.of("a", "b"))) {
            throw new IllegalStateException("Another client got a wrong answer");
        }
    }
}
