package dev.wherry.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TcpTransportTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final TcpTransport transport = new TcpTransport();

    /** Where the name has two addresses, one family's is refused and the other's is found. */
    @Test
    void triesEveryAddressOfAName() throws Exception {
        for (InetAddress each : InetAddress.getAllByName("localhost")) {
            String literal = each.getAddress().length == 4 ? each.getHostAddress() : "[::1]";
            Listener listener = transport.listen(URI.create("tcp://" + literal + ":0"), Link::close);
            try {
                int port = listener.address().getPort();
                Link link = transport.connect(URI.create("tcp://localhost:" + port), LIMIT);
                assertThat(link.peer().name()).endsWith(":" + port);
                link.close();
            } finally {
                listener.close();
            }
        }
    }

    @Test
    void saysWhichHostIsUnknown() {
        assertThatThrownBy(() -> transport.connect(URI.create("tcp://no-such-host.invalid:1"), LIMIT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Unknown host 'no-such-host.invalid'");
        assertThatThrownBy(() -> transport.listen(URI.create("tcp://no-such-host.invalid:0"), Link::close))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Unknown host 'no-such-host.invalid'");
    }

    @Test
    void listensToIpv4AloneAtAnAddressOfIpv4() throws Exception {
        Listener listener = transport.listen(URI.create("tcp://0.0.0.0:0"), Link::close);
        try {
            int port = listener.address().getPort();
            transport.connect(URI.create("tcp://127.0.0.1:" + port), LIMIT).close();
            assertThatThrownBy(() -> transport.connect(URI.create("tcp://[::1]:" + port), LIMIT))
                    .isInstanceOf(IOException.class);
        } finally {
            listener.close();
        }
    }

    @Test
    void listensToBothAtTheWildcardOfIpv6() throws Exception {
        Listener listener = transport.listen(URI.create("tcp://[::]:0"), Link::close);
        try {
            int port = listener.address().getPort();
            transport.connect(URI.create("tcp://127.0.0.1:" + port), LIMIT).close();
            transport.connect(URI.create("tcp://[::1]:" + port), LIMIT).close();
        } finally {
            listener.close();
        }
    }

    @Test
    void listensInTheZoneThatIsNamed() throws Exception {
        for (String zone : new String[] {"%lo", "%25lo"}) {
            Listener listener = transport.listen(URI.create("tcp://[::1" + zone + "]:0"), Link::close);
            try {
                transport.connect(listener.address(), LIMIT).close();
            } finally {
                listener.close();
            }
        }
    }

    @Test
    void writesAnIpv6PeerInBrackets() throws Exception {
        Listener listener = transport.listen(URI.create("tcp://[::1]:0"), Link::close);
        try (Link link = transport.connect(listener.address(), LIMIT)) {
            assertThat(link.peer().name())
                    .isEqualTo("[::1]:" + listener.address().getPort());
            assertThat(link.peer().attributes()).containsEntry(Identity.IP, "0:0:0:0:0:0:0:1");
        } finally {
            listener.close();
        }
    }

    @Test
    void namesThePortThatItAssumed() {
        assertThatThrownBy(() -> transport.connect(URI.create("tcp://127.255.255.254"), LIMIT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("port 5739, the default");
    }

    @Test
    void refusesOptionsSinceThereAreNone() {
        assertThatThrownBy(() -> transport.connect(URI.create("tcp://localhost:1?timeout=3"), LIMIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("?timeout=3");
    }

    @Test
    void refusesAPortThatCannotBe() {
        assertThatThrownBy(() -> transport.connect(URI.create("tcp://localhost:65536"), LIMIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("above 65535");
    }
}
