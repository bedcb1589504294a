package dev.wherry.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that a client of the JDK, or one with bytes of its own, sends to a link. */
@Timeout(60)
class TlsRecordsTest {
    /** The first byte of the native protocol, which a link with {@code wherry/1} requires. */
    private static final int FIRST = 0xA7;

    @TempDir
    private Path folder;

    private final BlockingQueue<Link> accepted = new LinkedBlockingQueue<>();
    private Authority authority;
    private Listener listener;

    @BeforeEach
    void listens() throws IOException {
        authority = new Authority(folder);
        EndpointOptions options =
                EndpointOptions.builder().with(authority.server()).build();
        listener = new TlsTransport().with(options).listen(URI.create("tls://127.0.0.1:0"), accepted::add);
    }

    @AfterEach
    void closes() {
        listener.close();
        accepted.forEach(Link::close);
    }

    private Socket plain() throws IOException {
        return new Socket("127.0.0.1", listener.address().getPort());
    }

    /** A client whose handshake is made while {@link #read} reads. */
    private SSLSocket over(Socket socket) throws IOException {
        SSLSocket tls = (SSLSocket) authority
                .client("teller")
                .current()
                .context()
                .getSocketFactory()
                .createSocket(socket, "127.0.0.1", socket.getPort(), true);
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"wherry/1"});
        tls.setSSLParameters(parameters);
        return tls;
    }

    private Link link() throws InterruptedException {
        Link link = accepted.poll(30, TimeUnit.SECONDS);
        assertThat(link).isNotNull();
        return link;
    }

    /** Reads a link until it has so many bytes, or to its end. */
    private static byte[] read(Link link, int length) throws IOException {
        byte[] all = new byte[length];
        int have = 0;
        while (have < length) {
            int count = link.read(all, have, length - have);
            if (count < 0) {
                throw new EOFException("the end");
            }
            have += count;
        }
        return all;
    }

    private static CompletableFuture<Void> async(Running what) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                what.run();
                done.complete(null);
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    private interface Running {
        void run() throws Exception;
    }

    private static void echo(Link link) throws IOException {
        byte[] buffer = new byte[5_000];
        for (int count = link.read(buffer, 0, buffer.length); count >= 0; count = link.read(buffer, 0, buffer.length)) {
            link.write(buffer, 0, count);
        }
    }

    /** Like {@link #echo}, with a selector. */
    private static void echoBySelector(Link link) throws IOException {
        read(link, 1);
        link.write(new byte[] {(byte) FIRST}, 0, 1);
        SelectableChannel channel = link.multiplex();
        try (Selector selector = Selector.open()) {
            channel.register(selector, SelectionKey.OP_READ);
            byte[] buffer = new byte[5_000];
            int count = link.read(buffer, 0, buffer.length);
            while (count >= 0) {
                for (int written = 0; written < count; ) {
                    written += link.write(buffer, written, count - written);
                }
                if (count == 0) {
                    selector.select();
                    selector.selectedKeys().clear();
                }
                count = link.read(buffer, 0, buffer.length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void passWhileTheirKeysAreUpdated(boolean bySelector) throws Exception {
        try (SSLSocket client = over(plain())) {
            Link link = link();
            CompletableFuture<Void> echo = async(() -> {
                if (bySelector) {
                    echoBySelector(link);
                } else {
                    echo(link);
                }
            });
            client.startHandshake();
            assertThat(client.getSession().getProtocol()).isEqualTo("TLSv1.3");
            OutputStream out = client.getOutputStream();
            InputStream in = client.getInputStream();
            out.write(FIRST);
            assertThat(in.read()).isEqualTo(FIRST);
            Random random = new Random(1);
            for (int i = 0; i < 50; i++) {
                byte[] bytes = new byte[random.nextInt(1, 40_000)];
                random.nextBytes(bytes);
                client.startHandshake(); // with TLS 1.3: new keys, and the peer is to change its own
                CompletableFuture<Void> sending = async(() -> out.write(bytes));
                assertThat(in.readNBytes(bytes.length)).isEqualTo(bytes);
                sending.get();
            }
            client.shutdownOutput();
            echo.get();
        }
    }

    @Test
    void endTheLinkIfTheyUpdateKeysForNothing() throws Exception {
        try (SSLSocket client = over(plain())) {
            Link link = link();
            CompletableFuture<Void> reading = async(() -> {
                read(link, 1);
                read(link, 1);
            });
            client.startHandshake();
            client.getOutputStream().write(FIRST);
            for (int i = 0; i < 40; i++) {
                client.startHandshake();
            }
            assertThatThrownBy(reading::get)
                    .cause()
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("records without content");
        }
    }

    @Test
    void beginWithAHelloThatIsSentByteByByte() throws Exception {
        Socket slow = new Socket("127.0.0.1", listener.address().getPort()) {
            @Override
            public OutputStream getOutputStream() throws IOException {
                OutputStream whole = super.getOutputStream();
                return new OutputStream() {
                    @Override
                    public void write(int each) throws IOException {
                        whole.write(each);
                    }
                };
            }
        };
        slow.setTcpNoDelay(true);
        try (SSLSocket client = over(slow)) {
            Link link = link();
            CompletableFuture<Void> echo = async(() -> echo(link));
            client.startHandshake();
            client.getOutputStream().write(new byte[] {(byte) FIRST, 1, 2, 3});
            assertThat(client.getInputStream().readNBytes(4)).containsExactly(FIRST, 1, 2, 3);
            client.shutdownOutput();
            echo.get();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1703", "1703030040", "170303004011223344"})
    void breakTheLinkIfTheyAreCutOff(String rest) throws Exception {
        Socket socket = plain();
        try (SSLSocket client = over(socket)) {
            Link link = link();
            CompletableFuture<Void> reading = async(() -> {
                read(link, 1);
                assertThatThrownBy(() -> link.read(new byte[10], 0, 10))
                        .isInstanceOf(EOFException.class)
                        .hasMessageContaining("was cut");
            });
            client.startHandshake();
            client.getOutputStream().write(FIRST);
            socket.getOutputStream().write(HexFormat.of().parseHex(rest));
            socket.shutdownOutput();
            reading.get();
        }
    }

    @Test
    void endTheLinkInOrderIfTheySaySo() throws Exception {
        try (SSLSocket client = over(plain())) {
            Link link = link();
            CompletableFuture<Void> reading = async(() -> {
                read(link, 1);
                assertThat(link.read(new byte[10], 0, 10)).isEqualTo(-1);
            });
            client.startHandshake();
            client.getOutputStream().write(FIRST);
            client.shutdownOutput();
            reading.get();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void breakTheLinkIfTheyAreTooLong(boolean bySelector) throws Exception {
        Socket socket = plain();
        try (SSLSocket client = over(socket)) {
            Link link = link();
            CompletableFuture<Void> reading = async(() -> {
                if (bySelector) {
                    echoBySelector(link);
                } else {
                    echo(link);
                }
            });
            client.startHandshake();
            client.getOutputStream().write(FIRST);
            assertThat(client.getInputStream().read()).isEqualTo(FIRST);
            socket.getOutputStream().write(HexFormat.of().parseHex("170303ffff" + "00".repeat(1_000)));
            assertThatThrownBy(reading::get).cause().isInstanceOf(SSLException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"160301ffff", "1603010005ffffffffff", "16474152424147452121", "160301000401ffffff"})
    void breakTheLinkIfTheyAreGarbageFromTheBeginning(String garbage) throws Exception {
        try (Socket socket = plain()) {
            Link link = link();
            CompletableFuture<Void> reading = async(() -> read(link, 1));
            socket.getOutputStream().write(HexFormat.of().parseHex(garbage));
            socket.shutdownOutput();
            assertThatThrownBy(reading::get).cause().isInstanceOf(IOException.class);
        }
    }

    @Test
    void areWaitedForByAClientForALimitedTime() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            EndpointOptions options =
                    EndpointOptions.builder().with(authority.client("teller")).build();
            assertThatThrownBy(() -> new TlsTransport()
                            .with(options)
                            .connect(URI.create("tls://127.0.0.1:" + silent.getLocalPort()), Duration.ofMillis(300)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no handshake within 300 ms");
        }
    }
}
