package dev.wherry;

import dev.wherry.statistics.BoundObject;
import dev.wherry.statistics.CallTrace;
import dev.wherry.statistics.EndpointStatistics;
import dev.wherry.statistics.HeldObject;
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

    /**
     * Returns the objects that the peer has bound, in the order of their names.
     *
     * @throws CallException as any call does. Its time limit is {@link EndpointOptions#timeout()}
     */
    List<BoundObject> bound();

    /**
     * Returns the methods and types of the object bound under a name, enough to call it without its interface.
     *
     * @throws CallException {@link CallException.Code#NOT_FOUND} if nothing is bound to the name; else as any call does. Its time limit
     *     is {@link EndpointOptions#timeout()}
     */
    InterfaceDescription describe(String name);

    /**
     * Returns what the peer holds now and has served until now; {@link EndpointStatistics#since} computes the difference of two
     * results. Any client that may connect may call this, unless an authorizer of the peer refuses it. The target of that call
     * is {@code the registry}.
     *
     * @throws CallException {@link CallException.Code#REFUSED} if an authorizer refuses it; else as any call does. Its time limit is
     *     {@link EndpointOptions#timeout()}
     */
    EndpointStatistics statistics();

    /**
     * Returns which objects of the peer are referred to by which of its own peers, this endpoint among them. There are at most
     * 1,000 elements, of each session those that it has referred to for the longest time; {@link EndpointStatistics#exports}
     * counts all. Any client that may connect may call this, unless an authorizer of the peer refuses it, as with {@link
     * #statistics()}.
     *
     * @throws CallException as {@link #statistics()} does
     */
    List<HeldObject> heldObjects();

    /**
     * Makes one call and returns how long each of its stages took: {@code peer.explain(bank, b -> b.balance(account))}. The
     * function must make one call on the stub that it is given, of a method whose caller waits for its outcome. This throws
     * whatever the call throws. For one thread at a time per connection: if two threads use it concurrently, one of them may get an
     * exception although its call succeeded.
     *
     * @param stub that came from this peer
     * @throws IllegalArgumentException if the function made no such call
     */
    <T> CallTrace explain(T stub, Consumer<? super T> call);

    /**
     * Sends a ping, waits for its answer, and returns the time that it took.
     *
     * @throws CallException {@link CallException.Code#DEADLINE_EXCEEDED} if there is no answer within {@link EndpointOptions#timeout()},
     *     {@link CallException.Code#UNAVAILABLE} if the connection has ended, {@link CallException.Code#CANCELLED} if the thread is
     *     interrupted
     */
    Duration ping();

    /** Returns who the peer is, as far as the link knows it. */
    Identity identity();

    /**
     * Calls a listener once when the connection has ended, on a virtual thread of its own. By then its calls have ended and the
     * objects that only this peer referred to are released. If the connection has ended before, the listener is called at
     * once. Its exceptions are logged. A stub of a name that connects again has another peer then.
     *
     * @return removes the listener. One that was called already is not stopped
     * @throws IllegalStateException if this peer has 10,000 listeners
     */
    Registration onEnd(Consumer<? super PeerEnd> listener);

    /** A listener that was added, to remove it. */
    interface Registration extends AutoCloseable {
        /** Removes the listener, which is not called any more if it was not called already. */
        @Override
        void close();
    }

    /** Returns whether calls can be made: false once either side has begun to close the connection, or it was lost. */
    boolean isOpen();

    /**
     * Lets calls finish as {@link Endpoint#close()} does, then closes the connection. Within a task that a peer has sent it
     * does nothing to the connections of the endpoint that runs the task: all tasks there share them.
     */
    @Override
    void close();
}
