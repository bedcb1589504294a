package dev.wherry;

import dev.wherry.statistics.BoundObject;
import dev.wherry.statistics.CallTrace;
import dev.wherry.statistics.EndpointStatistics;
import dev.wherry.statistics.InterfaceDescription;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The other end of a connection. Stubs that were received over it end with it. For any thread.
 */
public interface Peer extends AutoCloseable {
    /**
     * Returns a stub of what the peer has bound under a name.
     *
     * @throws CallException {@link CallException.Code#NOT_FOUND} naming what is bound
     * @throws IllegalArgumentException if the interface cannot be called remotely; names method and parameter
     */
    <T> T lookup(String name, Class<T> type);

    /** Returns what the peer has bound, in the order of the names. */
    List<BoundObject> bound();

    /** Returns methods and types of what is bound under a name, enough to call it without its interface. */
    InterfaceDescription describe(String name);

    /**
     * Returns what the peer holds and has served until now; {@link EndpointStatistics#since} compares two. Every peer
     * that can connect may ask, unless an authorizer refuses the call, whose target is {@code the registry}.
     */
    EndpointStatistics statistics();

    /**
     * Makes one call and returns where its time was spent: {@code peer.explain(bank, b -> b.balance(account))}. The
     * function must make one call on its argument, of a method whose caller waits for its outcome. An exception of the
     * call is thrown. Of two such calls at a time over one connection, one may fail with {@code NOT_FOUND}.
     *
     * @param stub that came from this peer
     * @throws IllegalArgumentException if the function made no such call
     */
    <T> CallTrace explain(T stub, Consumer<? super T> call);

    /** Sends a ping, waits for its answer and returns the time it took. */
    Duration ping();

    Identity identity();

    boolean isOpen();

    /**
     * Lets calls finish as {@link Endpoint#close()} does, then closes the connection. Within a task that a peer has sent it
     * does nothing to the connections of the endpoint that runs the task: all tasks there share them.
     */
    @Override
    void close();
}
