package dev.wherry.dds;

import java.util.concurrent.Flow;

/**
 * A topic, as values of a class. Subscribing to it yields the values that any program publishes, this one included. Each subscription
 * receives everything at its own speed: what its subscriber has not requested waits in a buffer. The values of one instance stay in the
 * order in which they were published. Opened by {@link DataSpace#topic}. For any thread.
 *
 * <p>Subscribers are called by virtual threads, one at a time for each subscription. A sample that is too long, or is not a value of the
 * class, is dropped and logged. A subscription ends with an error, a {@link dev.wherry.CallException} of code REFUSED, if its buffer is
 * full. It completes when the data space is closed.
 *
 * @param <T> the class of the values
 */
public interface DataTopic<T> extends Flow.Publisher<T> {
    /** Returns the name. */
    String name();

    /**
     * Subscribes to the values. Ends of instances are left out.
     *
     * @param subscriber is notified of an error if the data space is closed, or the engine refuses the policies
     */
    @Override
    void subscribe(Flow.Subscriber<? super T> subscriber);

    /** Returns a publisher of the values and of the ends of instances. */
    Flow.Publisher<Sample<T>> samples();

    /**
     * Returns a new writer. It is closed with the data space at the latest.
     *
     * @throws dev.wherry.CallException UNAVAILABLE if the data space is closed, INVALID_CALL if the engine refuses the policies
     */
    TopicWriter<T> writer();
}
