package dev.wherry;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * One end of remote calls; it serves, looks up and connects. Every endpoint can do all three; one that listens can be
 * connected to. For any thread. Threads and connections live until {@link #close()}.
 *
 * {@snippet :
 * try (var server = Endpoint.listen("tcp://127.0.0.1:5739")) {
 *     server.bind("bank", Bank.class, new LedgerBank());
 *     try (var client = Endpoint.create()) {
 *         Bank bank = client.lookup("tcp://127.0.0.1:5739/bank", Bank.class);
 *     }
 * }
 * }
 */
public final class Endpoint implements AutoCloseable {
    private Endpoint(EndpointOptions options) {
        Objects.requireNonNull(options);
    }

    /** An endpoint that listens nowhere; it can still be called back over the connections that it opens. */
    public static Endpoint create() {
        return create(EndpointOptions.defaults());
    }

    public static Endpoint create(EndpointOptions options) {
        return new Endpoint(options);
    }

    /**
     * An endpoint that listens at one address.
     *
     * @param uri such as {@code tcp://0.0.0.0:5739} (port 0: any free one), {@code unix:/run/bank.sock},
     *     {@code inprocess://bank}
     * @throws RemoteException {@link RemoteException.Code#UNAVAILABLE} if the address cannot be bound
     */
    public static Endpoint listen(String uri) {
        return listen(uri, EndpointOptions.defaults());
    }

    public static Endpoint listen(String uri, EndpointOptions options) {
        throw new IllegalStateException();
    }

    /** Listens at one more address; the address as bound. */
    public URI listenAt(String uri) {
        throw new IllegalStateException();
    }

    /** The first address that this endpoint listens at, with its real port. */
    public URI address() {
        throw new IllegalStateException();
    }

    public List<URI> addresses() {
        throw new IllegalStateException();
    }

    /**
     * Serves an object under a name, as one interface, to everybody who can connect.
     *
     * @throws IllegalArgumentException if the interface cannot be called remotely (names method and parameter), or the
     *     name is bound already
     */
    public <T> void bind(String name, Class<T> type, T object) {
        throw new IllegalStateException();
    }

    /** Ends that; calls that run go on, later ones are told {@link RemoteException.Code#NOT_FOUND}. */
    public void unbind(String name) {
        throw new IllegalStateException();
    }

    /**
     * A stub of what is bound at an address. The connection is shared by all lookups of the same address.
     *
     * @param uri the address and, as the last part of its path, the name: {@code tcp://host:5739/bank},
     *     {@code unix:/run/bank.sock#bank}, {@code inprocess://bank/name}; there {@code ?copy} passes values by copy
     */
    public <T> T lookup(String uri, Class<T> type) {
        throw new IllegalStateException();
    }

    /** Connects, or returns the open connection to the same address. */
    public Peer connect(String uri) {
        throw new IllegalStateException();
    }

    public EndpointStatistics statistics() {
        throw new IllegalStateException();
    }

    /** Closes as {@link #close(Duration)} does, with the drain time of its options. */
    @Override
    public void close() {
        throw new IllegalStateException();
    }

    /** Accepts no more, lets calls that run finish for up to {@code drain}, then closes every connection. Waits. */
    public void close(Duration drain) {
        throw new IllegalStateException();
    }
}
