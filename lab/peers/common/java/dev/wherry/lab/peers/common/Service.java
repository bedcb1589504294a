package dev.wherry.lab.peers.common;

import java.util.Collection;
import java.util.concurrent.Callable;

/** The methods of every server, as its client sees them. The adapter decides how a call reaches the server. */
public interface Service {
    /** The method of the mobility evaluation: returns a new collection of the persons that it received. */
    <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) throws Exception;

    /** The method of the latency evaluation: returns the bytes that it received. */
    byte[] octets(byte[] data) throws Exception;

    /** The method of the remoting evaluation: returns {@link Payload#answer}. */
    int invoke(Payload payload) throws Exception;

    /** The method of the EJB evaluation. */
    int addOne(int number) throws Exception;

    /**
     * Like {@link #invoke}, one-way and asynchronous at the client: the caller passes the invocation to worker threads
     * of the client, which make the call. Returns when it is passed on, and waits while the queue of these threads is
     * full.
     */
    default void invokeOnewayAtClient(Payload payload) throws Exception {
        throw new UnsupportedOperationException("it has no one-way calls that are asynchronous at the client");
    }

    /**
     * Like {@link #invoke}, one-way and asynchronous at the server: the caller makes the network call, and the server
     * passes the invocation to worker threads, which do the work.
     */
    default void invokeOnewayAtServer(Payload payload) throws Exception {
        throw new UnsupportedOperationException("it has no one-way calls that are asynchronous at the server");
    }

    /** Returns the further calls of the timing evaluation. */
    default Timing timing() {
        throw new UnsupportedOperationException("it does not take part in the timing evaluation");
    }

    /**
     * Makes the server run a task that it does not know: the task is sent there, with the classes that the server
     * lacks.
     */
    default <T> T ship(Callable<T> task) throws Exception {
        throw new UnsupportedOperationException("it cannot ship tasks");
    }

    /**
     * Like {@link #ship}, but to a place that has received no classes before, and keeps none when the task has ended.
     */
    default <T> T shipAfresh(Callable<T> task) throws Exception {
        throw new UnsupportedOperationException("it cannot ship tasks");
    }
}
