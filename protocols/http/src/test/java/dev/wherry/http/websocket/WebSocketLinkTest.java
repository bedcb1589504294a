package dev.wherry.http.websocket;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import dev.wherry.testkit.MultiplexContract;
import dev.wherry.transport.TcpTransport;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;

/** Links within WebSockets, after the handshake. */
@Tag("long")
class WebSocketLinkTest extends MultiplexContract {
    private final TcpTransport tcp = new TcpTransport();

    @Override
    protected Transport transport() {
        return new Transport() {
            @Override
            public String scheme() {
                return "tcp";
            }

            @Override
            public Link connect(URI to, Duration limit) throws IOException {
                return WebSocketLink.ofClient(tcp.connect(to, limit), to);
            }

            @Override
            public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
                return tcp.listen(at, link -> accepted.accept(WebSocketLink.ofServer(link, link.peer())));
            }
        };
    }

    @Override
    protected URI anyAddress() {
        return URI.create("tcp://127.0.0.1:0");
    }

    @Override
    protected URI nobody() throws IOException {
        try (ServerSocket unused = new ServerSocket(0)) {
            return URI.create("tcp://127.0.0.1:" + unused.getLocalPort());
        }
    }
}
