package dev.wherry.dds.topics;

import dev.wherry.dds.qos.ChannelQos.TopicQos;
import dev.wherry.dds.topics.SampleBuffer.Received;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A topic, as values of a class. Subscribing to it yields the values that any program publishes, this one included. Each subscription
 * receives everything at its own speed: what its subscriber has not requested waits in a buffer. The values of one instance stay in the
 * order in which they were published. For any thread.
 *
 * <p>Subscribers are called by virtual threads, one at a time for each subscription. A sample that is too long, or is not a value of the
 * class, is dropped and logged. A subscription ends with an error, {@link dev.wherry.CallException} of code REFUSED, if its buffer is full.
 * It completes when the data space is closed.
 *
 * @param <T> the class of the values
 */
public final class DataTopic<T> implements Flow.Publisher<T> {
    private final DataSpace space;
    private final String name;
    private final TopicType<T> type;
    private final TopicQos qos;
    private final int buffer;

    DataTopic(DataSpace space, String name, TopicType<T> type, TopicQos qos, int buffer) {
        this.space = space;
        this.name = name;
        this.type = type;
        this.qos = qos;
        this.buffer = buffer;
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /**
     * Subscribes to the values. Ends of instances are left out.
     *
     * @param subscriber is notified of an error if the data space is closed, or the engine refuses the policies
     */
    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        subscribe(subscriber, type::value);
    }

    /** Returns a publisher of the values and of the ends of instances. */
    public Flow.Publisher<Sample<T>> samples() {
        return subscriber -> subscribe(subscriber, type::sample);
    }

    private <S> void subscribe(Flow.Subscriber<? super S> subscriber, Function<Received, @Nullable S> decoder) {
        Objects.requireNonNull(subscriber, "subscriber");
        space.subscribe(name, type.structure(), qos.reader(), buffer, subscriber, decoder);
    }

    /**
     * Returns a new writer. It is closed with the data space at the latest.
     *
     * @throws dev.wherry.CallException UNAVAILABLE if the data space is closed, INVALID_CALL if the engine refuses the policies
     */
    public TopicWriter<T> writer() {
        return space.writer(name, type, qos.writer());
    }

    @Override
    public String toString() {
        return "the topic '" + name + "' in " + space;
    }
}
