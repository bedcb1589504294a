package dev.wherry;

import dev.wherry.spi.Identity;
import java.time.Duration;
import java.util.List;

/** The other end of a connection. Stubs that came over it end with it. For any thread. */
public interface Peer extends AutoCloseable {
    /**
     * A stub of what the peer has bound under a name.
     *
     * @throws RemoteException {@link RemoteException.Code#NOT_FOUND} naming what is bound
     * @throws IllegalArgumentException if the interface cannot be called remotely; names method and parameter
     */
    <T> T lookup(String name, Class<T> type);

    /** What the peer has bound, in the order of the names. */
    List<BoundObject> bound();

    /** Methods and types of what is bound under a name, enough to call it without its interface. */
    InterfaceDescription describe(String name);

    /** Sends a ping and waits for its answer: the time it took. */
    Duration ping();

    Identity identity();

    boolean isOpen();

    /** Lets calls finish as {@link Endpoint#close()} does, then closes the connection. */
    @Override
    void close();
}
