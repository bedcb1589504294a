package dev.wherry;

import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.statistics.EndpointStatistics;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

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
    /** Makes another endpoint of an engine. A class, since a new process loads one faster than it links a lambda. */
    private static final class Maker implements Function<EndpointEngine, Endpoint> {
        @Override
        public Endpoint apply(EndpointEngine engine) {
            return new Endpoint(engine);
        }
    }

    private final EndpointEngine engine;

    private Endpoint(EndpointOptions options) {
        engine = new EndpointEngine(options, this, new Maker());
    }

    private Endpoint(EndpointEngine engine) {
        this.engine = engine;
    }

    /** An endpoint that listens nowhere; it can still be called back over the connections that it opens. */
    public static Endpoint create() {
        return create(EndpointOptions.defaults());
    }

    /**
     * Returns an endpoint with these options that listens nowhere; see {@link #create()}.
     *
     * @throws CallException {@link CallException.Code#NOT_FOUND} if a codec of the options is not installed
     */
    public static Endpoint create(EndpointOptions options) {
        return new Endpoint(options);
    }

    /**
     * Creates an endpoint that listens at one address from now on. A client that looks up a name before {@link #bind} gets an
     * exception: nothing is bound. A server whose clients know its address binds first and listens last: {@link #create(EndpointOptions)}, {@code
     * bind}, {@link #listenAt}. Until it is closed it keeps the JVM alive, also when what follows throws: close it, as {@code
     * try} does.
     *
     * @param uri such as {@code tcp://0.0.0.0:5739} (port 0: any free one), {@code unix:/run/bank.sock},
     *     {@code shm:/run/bank.sock} (everything goes over shared memory; see {@link EndpointOptions.Builder#sharedMemory}),
     *     {@code inprocess://bank}
     * @throws CallException {@link CallException.Code#UNAVAILABLE} if the address cannot be bound
     * @throws IllegalArgumentException if it is not an address, names an object, or no transport has its scheme
     */
    public static Endpoint listen(String uri) {
        return listen(uri, EndpointOptions.defaults());
    }

    /**
     * Creates an endpoint with these options that listens at one address from now on; see {@link #listen(String)}.
     *
     * @throws CallException {@link CallException.Code#UNAVAILABLE} if the address cannot be bound, {@link CallException.Code#NOT_FOUND}
     *     if a codec of the options is not installed
     * @throws IllegalArgumentException if it is not an address, names an object, or no transport has its scheme
     */
    public static Endpoint listen(String uri, EndpointOptions options) {
        Endpoint endpoint = new Endpoint(options);
        try {
            endpoint.listenAt(uri);
            return endpoint;
        } catch (RuntimeException e) {
            endpoint.close(Duration.ZERO);
            throw e;
        }
    }

    /**
     * Listens at one more address and returns it as bound, with its real port.
     *
     * @param uri as for {@link #listen(String)}
     * @throws CallException {@link CallException.Code#UNAVAILABLE} if the address cannot be bound or this endpoint is closed
     * @throws IllegalArgumentException if it is not an address, names an object, or no transport has its scheme
     * @throws IllegalStateException on a thread that runs a task which a peer has sent to this endpoint
     */
    public URI listenAt(String uri) {
        requireOutsideOfTasks("listen");
        return engine.listeners().open(uri);
    }

    /**
     * Returns the first address that this endpoint listens at, with its real port.
     *
     * @throws IllegalStateException if it listens nowhere
     */
    public URI address() {
        List<URI> all = addresses();
        if (all.isEmpty()) {
            throw new IllegalStateException("This endpoint listens nowhere; use Endpoint.listen or listenAt");
        }
        return all.getFirst();
    }

    /** Returns the addresses that this endpoint listens at, in the order in which they were bound; empty if it listens nowhere. */
    public List<URI> addresses() {
        return engine.listeners().addresses();
    }

    /**
     * Serves an object under a name to everybody who can connect: as one interface and, if that extends {@code
     * java.rmi.Remote}, as all interfaces of the object's class that do.
     *
     * @throws IllegalArgumentException if the interface cannot be called remotely (names method and parameter), or the
     *     name is bound already
     */
    public <T> void bind(String name, Class<T> type, T object) {
        requireOutsideOfTasks("bind names");
        engine.bind(name, type, object);
    }

    /**
     * Serves an object under a name. It replaces the object that is bound to the name, if there is one, without a moment in which
     * nothing is bound. Stubs of the name call the new object from now on; calls that run go on with the old one.
     *
     * @throws IllegalArgumentException if the interface cannot be called remotely
     */
    public <T> void rebind(String name, Class<T> type, T object) {
        requireOutsideOfTasks("bind names");
        engine.rebind(name, type, object);
    }

    /**
     * Unbinds a name. Calls that run go on, later ones fail with {@link CallException.Code#NOT_FOUND}.
     *
     * @throws CallException {@link CallException.Code#NOT_FOUND} if nothing is bound to the name
     */
    public void unbind(String name) {
        requireOutsideOfTasks("unbind names");
        engine.unbind(name);
    }

    /**
     * Passes an object by reference wherever it stands in calls of this endpoint, and keeps it until {@link #unexport} or
     * {@link #close()}. Objects that implement an interface which extends {@code java.rmi.Remote} or is annotated with
     * {@link ByReference} do not need it. They are passed by reference in any case, and are kept while a peer refers to them.
     *
     * @throws IllegalArgumentException if its class implements no such interface
     */
    public void export(Object object) {
        engine.export(object);
    }

    /**
     * Passes an object by reference as an interface that need not be by reference itself. Where the declared type is open the
     * peer must know the interface: from a {@code bind} or {@code lookup}, or by {@link EndpointOptions.Builder#register(Class...)}.
     *
     * @throws IllegalArgumentException if the interface cannot be called remotely
     */
    public <T> void export(Class<T> type, T object) {
        engine.export(type, object);
    }

    /**
     * Ends all ways to call an object through this endpoint: its export, the references that peers hold, and its names.
     * Calls that run go on, later ones fail with {@link CallException.Code#NOT_FOUND}. The object may be exported, bound or
     * passed again.
     *
     * @return whether there was such a way
     */
    public boolean unexport(Object object) {
        return engine.unexport(object);
    }

    /**
     * A stub of what is bound at an address. The connection is shared by all lookups of the same address. The stub outlives it: a
     * call that finds it ended connects and looks the name up again.
     *
     * @param uri the address and, as the last part of its path, the name: {@code tcp://host:5739/bank},
     *     {@code unix:/run/bank.sock#bank}, {@code shm:/run/bank.sock#bank}, {@code inprocess://bank/name}: a plain call of the object
     *     itself; with {@code ?copy} behind it, a remote call
     * @throws CallException {@link CallException.Code#UNAVAILABLE} if nobody answers at the address within {@link
     *     EndpointOptions#timeout()} or this endpoint is closed. {@link CallException.Code#NOT_FOUND} if nothing is bound to the
     *     name; the message names what is bound. {@link CallException.Code#INVALID_CALL} if it is served as another interface.
     *     {@link CallException.Code#CANCELLED} if the thread is interrupted
     * @throws IllegalArgumentException if the URI is not an address with a name, no transport has its scheme, or the interface
     *     cannot be called remotely
     */
    public <T> T lookup(String uri, Class<T> type) {
        return engine.connections().lookup(uri, type);
    }

    /**
     * A stub of what is bound at an address. It connects and looks the name up at its first call, so that a program can start
     * before its servers. For addresses {@code inprocess:} without {@code ?copy} it looks up now.
     *
     * <p>Such a stub is equal to no stub of another look-up.
     *
     * @param uri as for {@link #lookup}
     * @throws CallException {@link CallException.Code#UNAVAILABLE} if this endpoint is closed
     * @throws IllegalArgumentException as for {@link #lookup}
     */
    public <T> T lookupLazily(String uri, Class<T> type) {
        return engine.connections().lookupLazily(uri, type);
    }

    /**
     * Connects, or returns the open connection to the same address. Within this JVM, too, values are copied.
     *
     * @param uri an address without a name
     * @throws CallException {@link CallException.Code#UNAVAILABLE} if nobody answers at the address within {@link
     *     EndpointOptions#timeout()} or this endpoint is closed, {@link CallException.Code#CANCELLED} if the thread is interrupted
     * @throws IllegalArgumentException if it is not an address, or no transport has its scheme
     */
    public Peer connect(String uri) {
        return engine.connections().connect(uri);
    }

    /** Where it listens, for messages. */
    @Override
    public String toString() {
        List<URI> all = addresses();
        return "Endpoint "
                + (engine.isOpen() ? all.isEmpty() ? "that listens nowhere" : "at " + all : "that is closed");
    }

    /** Returns what this endpoint holds now and has served until now. */
    public EndpointStatistics statistics() {
        return engine.statistics();
    }

    /** Closes as {@link #close(Duration)} does, with the drain time of its options. */
    @Override
    public void close() {
        close(engine.options().drain());
    }

    /**
     * Ends in order. It listens no more and asks its peers to begin no new calls. Calls that were begun are served and answered for up
     * to {@code drain}; they can make others. Then every connection is closed.
     *
     * <p>The caller waits for this, unless its thread serves a call of this endpoint, whose answer is sent before. If another thread
     * closes the endpoint already, the caller waits for that end, which takes no longer than {@code drain} from now. Plain calls by
     * reference within this JVM are not waited for.
     *
     * @see EndpointOptions.Builder#drainOnShutdown
     * @throws IllegalStateException on a thread that runs a task which a peer has sent to this endpoint
     */
    public void close(Duration drain) {
        requireOutsideOfTasks("close it");
        engine.close(drain);
    }

    /** The host decides what it serves and where, not a task. */
    private void requireOutsideOfTasks(String what) {
        if (engine.isGuest()) {
            throw new IllegalStateException(
                    "A task does not " + what + " at the endpoint of its host, which serves others:"
                            + " a host that wants this binds an object that does it");
        }
    }
}
