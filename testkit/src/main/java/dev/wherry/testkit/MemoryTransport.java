package dev.wherry.testkit;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** {@code memory:name}: links within memory, as {@link LinkPair} makes them; addresses are the JVM's. */
public final class MemoryTransport implements Transport {
    private static final Map<URI, Consumer<Link>> LISTENING = new ConcurrentHashMap<>();

    /** All instances are alike. */
    public MemoryTransport() {}

    @Override
    public String scheme() {
        return "memory";
    }

    @Override
    public Link connect(URI to, Duration limit) throws IOException {
        Consumer<Link> accepted = LISTENING.get(to);
        if (accepted == null) {
            throw new ConnectException("Nobody listens at " + to);
        }
        LinkPair pair = LinkPair.create();
        accepted.accept(pair.right());
        return pair.left();
    }

    @Override
    public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
        if (LISTENING.putIfAbsent(at, accepted) != null) {
            throw new BindException("Somebody listens at " + at + " already");
        }
        return new Listener() {
            @Override
            public URI address() {
                return at;
            }

            @Override
            public void close() {
                LISTENING.remove(at, accepted);
            }
        };
    }
}
