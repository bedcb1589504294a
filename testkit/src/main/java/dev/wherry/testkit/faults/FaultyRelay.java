package dev.wherry.testkit.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A proxy that breaks connections on command. It listens at an address of its own and forwards each connection to a server.
 * The client connects to {@link #address()}; neither end needs a change, and they may be other processes. It forwards TCP and
 * Unix sockets, of any protocol.
 *
 * <p>{@link #faults} and {@link #distance} apply to connections that are accepted afterwards. The other methods apply to the
 * connections that are open, and {@link #heal()} ends what they did. {@link RandomFaults} chooses faults by a seed. Methods may
 * be called from any thread.
 *
 * {@snippet :
 * try (FaultyRelay relay = new FaultyRelay(server.address(), 42)) {
 *     Bank bank = client.lookup(relay.address() + "/bank", Bank.class);
 *     bank.balance("ada");
 *     relay.reset();
 *     bank.balance("ada"); // over a new connection
 * }
 * }
 *
 * <p>Wherry's shared memory bypasses the relay. Switch it off in the endpoints that are tested:
 * {@code EndpointOptions.builder().sharedMemory(false)}.
 */
public final class FaultyRelay implements AutoCloseable {
    private static final int QUEUE = 1024;

    private final SocketAddress target;
    private final long seed;
    private final SocketAddress at;
    private final URI address;
    private final @Nullable Path folder;
    private final Set<RelayedConnection> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private final LongAdder carried = new LongAdder();
    private final Map<Way, Faults> faults = new EnumMap<>(Way.class);
    private Duration distance = Duration.ZERO;
    private boolean closed;

    /** Null while new connections are refused. This and the three fields above are guarded by this. */
    private @Nullable ServerSocketChannel listener;

    /** Takes no lock, so that one may wait for its end. Guarded by this. */
    private Thread acceptor;

    /** Keeps the port while connections are refused, so that nobody else gets it. Guarded by this. */
    private @Nullable SocketChannel placeholder;

    /**
     * Listens at a free port of the loopback interface, or for a Unix socket at a file in a new temporary folder.
     *
     * @param target the server's address: {@code tcp://HOST:PORT} or {@code unix:PATH}
     * @param seed chooses what is random in the faults. The same seed does the same faults to the same bytes
     * @throws IllegalArgumentException if the target is not such an address
     */
    public FaultyRelay(URI target, long seed) throws IOException {
        this.target = parse(target);
        this.seed = seed;
        faults(Faults.none());
        if (this.target instanceof UnixDomainSocketAddress) {
            folder = Files.createTempDirectory("relay");
            at = UnixDomainSocketAddress.of(folder.resolve("socket"));
            listener = bind(at);
            address = URI.create("unix:" + folder.resolve("socket"));
        } else {
            folder = null;
            listener = bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
            InetSocketAddress bound = (InetSocketAddress) listener.getLocalAddress();
            at = bound;
            address = URI.create("tcp://127.0.0.1:" + bound.getPort());
        }
        acceptor = acceptFrom(listener);
    }

    private static SocketAddress parse(URI address) {
        if ("unix".equals(address.getScheme())) {
            return UnixDomainSocketAddress.of(address.getSchemeSpecificPart());
        }
        if ("tcp".equals(address.getScheme()) && address.getHost() != null && address.getPort() > 0) {
            return new InetSocketAddress(address.getHost().replaceAll("[\\[\\]]", ""), address.getPort());
        }
        throw new IllegalArgumentException(
                "A relay cannot forward to '" + address + "': expected tcp://HOST:PORT or unix:PATH");
    }

    private static ServerSocketChannel bind(SocketAddress at) throws IOException {
        ServerSocketChannel channel;
        if (at instanceof UnixDomainSocketAddress unix) {
            Files.deleteIfExists(unix.getPath());
            channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        } else {
            channel = ServerSocketChannel.open();
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        }
        return channel.bind(at, QUEUE);
    }

    /** Returns the address to which clients connect. It stays the same for the relay's life. */
    public URI address() {
        return address;
    }

    /** Returns the seed. */
    public long seed() {
        return seed;
    }

    /** Sets the faults, in both directions, of the connections that are accepted from now on. */
    public synchronized void faults(Faults both) {
        faults.put(Way.TO_SERVER, both);
        faults.put(Way.TO_CLIENT, both);
    }

    /** Sets the faults, in one direction, of the connections that are accepted from now on. */
    public synchronized void faults(Way way, Faults one) {
        faults.put(way, one);
    }

    /**
     * Sets the one-way delay of the connections that are accepted from now on. A round trip takes twice as long in
     * addition. Any number of messages can be under way at once.
     */
    public synchronized void distance(Duration distance) {
        this.distance = distance;
    }

    /** Returns how many connections have been accepted, including those that have ended. */
    public int accepted() {
        return accepted.get();
    }

    /** Returns how many connections are open. */
    public int open() {
        return open.size();
    }

    /** Returns how many bytes have been forwarded, in both directions together. */
    public long carried() {
        return carried.sum();
    }

    /** Closes each open connection at both ends, as a process does that ends. */
    public void cut() {
        each(connection -> connection.close(false));
    }

    /** Resets each open connection at both ends. A Unix socket knows no reset: it is closed. */
    public void reset() {
        each(connection -> connection.close(true));
    }

    /** Stops forwarding on the connections that are open, in both directions. No further byte is read from them. */
    public void hold() {
        hold(Way.TO_SERVER);
        hold(Way.TO_CLIENT);
    }

    /** Stops forwarding on the connections that are open, in one direction. Bytes that are sent meanwhile arrive late. */
    public void hold(Way way) {
        each(connection -> connection.hold(way));
    }

    /** Continues to forward on the connections that were held. */
    public void release() {
        each(RelayedConnection::release);
    }

    /** Makes a black hole of the connections that are open, in both directions. */
    public void silence() {
        silence(Way.TO_SERVER);
        silence(Way.TO_CLIENT);
    }

    /**
     * Makes a black hole of the connections that are open, in one direction: writes succeed and nothing arrives. These
     * connections cannot recover, since bytes are missing: {@link #heal()} resets them.
     */
    public void silence(Way way) {
        each(connection -> connection.silence(way));
    }

    /** Closes the connections that are open at the server's end, and keeps them open and silent at the client's end. */
    public void halfOpenAtClient() {
        each(connection -> connection.halfOpen(Way.TO_SERVER));
    }

    /** Closes the connections that are open at the client's end, and keeps them open and silent at the server's end. */
    public void halfOpenAtServer() {
        each(connection -> connection.halfOpen(Way.TO_CLIENT));
    }

    /** Refuses new connections, as a host does where no process listens. Open connections stay open. */
    public synchronized void refuse() {
        try {
            if (listener != null) {
                listener.close();
                acceptor.join(); // until then the kernel accepts connections, and keeps the port
                listener = null;
                if (at instanceof InetSocketAddress) {
                    placeholder = SocketChannel.open();
                    placeholder.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                    placeholder.bind(at);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The relay cannot keep its port " + at, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Accepts new connections again after {@link #refuse()}. */
    public synchronized void accept() {
        try {
            if (listener == null && !closed) {
                listener = bind(at);
                if (placeholder != null) {
                    placeholder.close();
                    placeholder = null;
                }
                acceptor = acceptFrom(listener);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The relay cannot listen again at " + at, e);
        }
    }

    /**
     * Restores the network. New connections are accepted and have no faults, and held ones continue. Connections that lost
     * bytes, or that {@link Faults#bytesPerSecond} slows, are reset.
     */
    public void heal() {
        faults(Faults.none());
        each(RelayedConnection::release);
        each(connection -> {
            if (connection.isDamaged()) {
                connection.close(true);
            }
        });
        accept();
    }

    private void each(Consumer<RelayedConnection> what) {
        List.copyOf(open).forEach(what);
    }

    private Thread acceptFrom(ServerSocketChannel from) {
        return Thread.ofPlatform().daemon().name("relay-accept").start(() -> {
            try {
                while (true) {
                    SocketChannel client = from.accept();
                    int number = accepted.incrementAndGet();
                    // A server that does not answer must not keep other clients waiting.
                    Thread.ofPlatform().daemon().name("relay").start(() -> connect(client, number));
                }
            } catch (IOException e) {
                // The relay refuses connections, or was closed.
            }
        });
    }

    private void connect(SocketChannel client, int number) {
        SocketChannel server;
        try {
            server = SocketChannel.open(target);
            if (target instanceof InetSocketAddress) {
                client.setOption(StandardSocketOptions.TCP_NODELAY, true);
                server.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
        } catch (IOException e) {
            RelayedConnection.closeQuietly(client); // the client sees the connection end, as it would without a relay
            return;
        }
        RelayedConnection connection;
        synchronized (this) {
            connection = connection(client, server, new Random(seed + number));
            open.add(connection);
        }
        connection.start();
        if (isClosed()) {
            connection.close(false);
        }
    }

    private RelayedConnection connection(SocketChannel client, SocketChannel server, Random random) {
        Map<Way, FaultyStream> streams = new EnumMap<>(Way.class);
        faults.forEach((way, each) -> streams.put(way, new FaultyStream(each, random.nextLong())));
        RelayedConnection[] self = new RelayedConnection[1];
        self[0] = new RelayedConnection(client, server, streams, distance, carried, () -> open.remove(self[0]));
        return self[0];
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Returns the addresses and the seed, for messages of tests. */
    @Override
    public String toString() {
        return "relay " + address + " to " + target + ", seed " + seed;
    }

    /** Refuses new connections and closes those that are open. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        refuse();
        cut();
        try {
            synchronized (this) {
                if (placeholder != null) {
                    placeholder.close();
                    placeholder = null;
                }
            }
            if (folder != null) {
                Files.deleteIfExists(folder.resolve("socket"));
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The relay cannot be cleaned up", e);
        }
    }
}
