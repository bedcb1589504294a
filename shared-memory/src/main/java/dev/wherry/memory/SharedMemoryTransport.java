package dev.wherry.memory;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import dev.wherry.transport.LinkTimeout;
import dev.wherry.transport.UnixTransport;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * {@code shm:/path/of/the/socket}: the two ends connect over a {@linkplain UnixTransport Unix socket}, and all bytes are sent
 * over memory that both have mapped. If they cannot share memory, the connection fails. Both ends need Linux, the same user
 * and native access.
 */
public final class SharedMemoryTransport implements Transport {
    private final UnixTransport sockets = new UnixTransport();

    @Override
    public String scheme() {
        return "shm";
    }

    @Override
    public URI canonical(URI address) {
        return sockets.canonical(address);
    }

    @Override
    public Link connect(URI to, Duration limit) throws IOException {
        checkAvailable();
        long begun = System.nanoTime();
        Link socket = sockets.connect(to, limit);
        return LinkTimeout.handshake(socket, begun, limit, SharedLink::connect);
    }

    @Override
    public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
        checkAvailable();
        return sockets.listen(at, socket -> accepted.accept(SharedLink.accept(socket)));
    }

    private static void checkAvailable() throws IOException {
        String why = MemoryLink.unavailable();
        if (why != null) {
            throw new IOException("there is no shared memory: " + why);
        }
    }
}
