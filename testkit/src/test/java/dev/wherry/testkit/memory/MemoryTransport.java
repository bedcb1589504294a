package dev.wherry.testkit.memory;

import dev.wherry.memory.MemoryLink;
import dev.wherry.memory.Offered;
import dev.wherry.memory.Waiting;
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

/** A transport over shared memory within this JVM. A map replaces the socket over which processes exchange an offer. */
record MemoryTransport(int capacity, Waiting waiting) implements Transport {
    private static final Map<URI, Consumer<Link>> LISTENING = new ConcurrentHashMap<>();

    @Override
    public String scheme() {
        return "memory";
    }

    @Override
    public Link connect(URI to, Duration limit) throws IOException {
        Consumer<Link> accepted = LISTENING.get(to);
        if (accepted == null) {
            throw new ConnectException("No server listens at " + to);
        }
        Offered made = MemoryLink.make(capacity, waiting);
        accepted.accept(MemoryLink.open(made.offer(), waiting));
        return made.link();
    }

    @Override
    public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
        if (LISTENING.putIfAbsent(at, accepted) != null) {
            throw new BindException("A server already listens at " + at);
        }
        return new Bound(at);
    }

    private record Bound(URI address) implements Listener {
        @Override
        public void close() {
            LISTENING.remove(address);
        }
    }
}
