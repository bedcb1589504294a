package dev.wherry.testkit.tls;

import dev.wherry.EndpointOptions;
import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import dev.wherry.testkit.MultiplexContract;
import dev.wherry.tls.TlsTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;

/** Links over TLS. An accepted link makes its handshake when it is first used, which the contract does later than it connects. */
@Tag("long")
class TlsTransportTest extends MultiplexContract {
    private static final byte FIRST = (byte) 0xA7;

    private final Transport tls = new TlsTransport()
            .with(EndpointOptions.builder().with(TestCertificates.both()).build());

    private final class Greeting implements Transport {
        @Override
        public String scheme() {
            return tls.scheme();
        }

        @Override
        public Link connect(URI to, Duration limit) throws IOException {
            Link link = tls.connect(to, limit);
            link.write(new byte[] {FIRST}, 0, 1);
            return link;
        }

        @Override
        public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
            return tls.listen(at, link -> Thread.startVirtualThread(() -> greet(link, accepted)));
        }
    }

    /** Waits for the handshake by reading the first byte of the native protocol, without which nothing else is read. */
    private static void greet(Link link, Consumer<Link> accepted) {
        try {
            link.read(new byte[1], 0, 1);
            accepted.accept(link);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected Transport transport() {
        return new Greeting();
    }

    @Override
    protected URI anyAddress() {
        return URI.create("tls://127.0.0.1:0");
    }

    @Override
    protected URI nobody() throws IOException {
        try (ServerSocket unused = new ServerSocket(0)) {
            return URI.create("tls://127.0.0.1:" + unused.getLocalPort());
        }
    }
}
