package dev.wherry.testkit;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Links that slice what they carry keep every promise of a link. */
class FaultyTransportTest extends TransportContract {
    private static final Faults SLICED = Faults.none().slice(100_000);

    private final AtomicLong seeds = new AtomicLong();

    @Override
    protected Transport transport() {
        Transport tcp = Transports.of("tcp");
        return new Transport() {
            @Override
            public String scheme() {
                return tcp.scheme();
            }

            @Override
            public Link connect(URI to, Duration limit) throws IOException {
                return faulty(tcp.connect(to, limit));
            }

            @Override
            public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
                return tcp.listen(at, link -> accepted.accept(faulty(link)));
            }

            private Link faulty(Link link) {
                return new FaultyLink(link, SLICED, seeds.incrementAndGet());
            }
        };
    }

    @Override
    protected URI anyAddress() {
        return URI.create("tcp://127.0.0.1:0");
    }

    @Override
    protected URI nobody() throws IOException {
        return new TcpTransportTest().nobody();
    }
}
