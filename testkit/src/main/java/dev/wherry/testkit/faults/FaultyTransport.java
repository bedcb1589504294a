package dev.wherry.testkit.faults;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A transport that wraps both ends of each link in a {@link FaultyLink}. It has its own scheme or that of the original
 * transport; the rest of an address is the same.
 */
public class FaultyTransport implements Transport {
    private final Transport transport;
    private final String scheme;
    private final Faults faults;
    private final AtomicLong seeds;

    /**
     * Wraps a transport.
     *
     * @param seed the seed of the first link; each further link has the next
     */
    public FaultyTransport(Transport transport, String scheme, Faults faults, long seed) {
        this.transport = transport;
        this.scheme = scheme;
        this.faults = faults;
        seeds = new AtomicLong(seed);
    }

    @Override
    public final String scheme() {
        return scheme;
    }

    @Override
    public final Link connect(URI to, Duration limit) throws IOException {
        return faulty(transport.connect(under(transport.scheme(), to), limit));
    }

    @Override
    public final Listener listen(URI at, Consumer<Link> accepted) throws IOException {
        Listener listener = transport.listen(under(transport.scheme(), at), link -> accepted.accept(faulty(link)));
        return Listener.of(under(scheme, listener.address()), listener::close);
    }

    private static URI under(String scheme, URI address) {
        return URI.create(scheme + ":" + address.getRawSchemeSpecificPart());
    }

    private Link faulty(Link link) {
        return new FaultyLink(link, faults, seeds.getAndIncrement());
    }
}
