package dev.wherry.dds;

import java.util.concurrent.Flow;

/**
 * Publishes values to a topic. As a {@link Flow.Subscriber} it publishes what another publisher emits, one publisher at a time, and
 * requests as much as can be sent. For any thread; the values of one thread stay in order.
 *
 * @param <T> the class of the values
 */
public interface TopicWriter<T> extends Flow.Subscriber<T>, AutoCloseable {
    /**
     * Publishes a value. Blocks while reliable subscriptions lag behind, for the write timeout at most.
     *
     * @throws dev.wherry.CallException UNAVAILABLE if they lag behind for longer or the writer is closed, CODEC if the value cannot be sent
     */
    void publish(T value);

    /**
     * Ends an instance: subscribers learn that it no longer exists.
     *
     * @param instance a value, of which the key alone counts
     * @throws IllegalStateException if the class has no key
     * @throws dev.wherry.CallException as {@link #publish} does
     */
    void dispose(T instance);

    /** Returns how many subscriptions receive what is published at this moment. */
    int subscriptions();

    /** Returns the policy that kept the last subscription from matching, such as "reliability"; empty if none was kept. */
    String mismatch();

    /** Cancels the publisher, and closes the writer. Values that wait to be sent are dropped. */
    @Override
    void close();
}
