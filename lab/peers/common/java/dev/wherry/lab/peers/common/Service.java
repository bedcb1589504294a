package dev.wherry.lab.peers.common;

import java.util.Collection;
import java.util.concurrent.Callable;

/** What every server does, as its client sees it; how a call gets there is the adapter's. */
public interface Service {
    /** The mobility evaluation's method: answers with a new collection of what it got. */
    <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) throws Exception;

    /** The latency evaluation's method: answers with the bytes it got. */
    byte[] octets(byte[] data) throws Exception;

    /** The remoting evaluation's method: answers as {@link Payload#answer} says. */
    int invoke(Payload payload) throws Exception;

    /** The EJB evaluation's method. */
    int addOne(int number) throws Exception;

    /**
     * As {@link #invoke}, one-way and asynchronous at the client: the caller hands the invocation to worker threads of the
     * client's, which make the call. Returns when it is handed over, and waits where they have no room.
     */
    default void invokeOnewayAtClient(Payload payload) throws Exception {
        throw new UnsupportedOperationException("it has no one-way calls that are asynchronous at the client");
    }

    /**
     * As {@link #invoke}, one-way and asynchronous at the server: the caller makes the network call itself, and the server
     * hands the invocation to worker threads, which do it.
     */
    default void invokeOnewayAtServer(Payload payload) throws Exception {
        throw new UnsupportedOperationException("it has no one-way calls that are asynchronous at the server");
    }

    /** What the timing evaluation asks for beside ordinary calls. */
    default Timing timing() {
        throw new UnsupportedOperationException("it takes no part in the timing evaluation");
    }

    /** Has the server do what it knows nothing of: the task goes there, and with it what classes the server lacks. */
    default <T> T ship(Callable<T> task) throws Exception {
        throw new UnsupportedOperationException("it ships no tasks");
    }

    /** As {@link #ship}, to where no class has come before, and none is kept when the task has ended. */
    default <T> T shipAfresh(Callable<T> task) throws Exception {
        throw new UnsupportedOperationException("it ships no tasks");
    }
}
