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
     * A stub of what the peer has bound under a name.
     *
     * @throws CallException {@link CallException.Code#NOT_FOUND} naming what is bound
     * @throws IllegalArgumentException if the interface cannot be called remotely; names method and parameter
     */
    <T> T lookup(String name, Class<T> type);

    /** What the peer has bound, in the order of the names. */
    List<BoundObject> bound();

    /** Methods and types of what is bound under a name, enough to call it without its interface. */
    InterfaceDescription describe(String name);

    /**
     * What the peer holds and has served until now; {@link EndpointStatistics#since} tells what between two. Whoever may
     * connect may ask, unless an authorizer of the peer refuses it: the call's target is {@code the registry}.
     */
    EndpointStatistics statistics();

    /**
     * Makes one call and tells where its time went: {@code peer.explain(bank, b -> b.balance(account))}. The function
     * must make one call on what it is given, of a method whose caller waits for its outcome. What the call throws,
     * this throws. Two at a time over one connection may meet each other, and one is told {@code NOT_FOUND}.
     *
     * @param stub that came from this peer
     * @throws IllegalArgumentException if the function made no such call
     */
    <T> CallTrace explain(T stub, Consumer<? super T> call);

    /** Sends a ping and waits for its answer: the time it took. */
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
