package dev.wherry.dds.topics;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.cyclone.CycloneEngine;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.QosBuilder;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.qos.AnnotatedQos;
import dev.wherry.dds.qos.ChannelQos.TopicQos;
import dev.wherry.dds.qos.QosSource;
import dev.wherry.dds.qos.TopicPlace;
import dev.wherry.dds.rpc.SampleReceiver;
import dev.wherry.dds.rpc.ServiceAddress;
import dev.wherry.dds.topics.SampleBuffer.Received;
import dev.wherry.dds.types.DataType;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The membership of this program in a domain, to publish and subscribe to topics. Any program in the domain, in any language, can take
 * part. Closing it completes all subscriptions. For any thread.
 */
public final class DataSpace implements AutoCloseable {
    private final ServiceAddress address;
    private final EndpointOptions options;
    private final Engine engine;
    private final QosSource xml;
    private final Participant participant;
    private final SampleReceiver receiver;
    private final SampleMemory memory;
    private final Map<TopicSubscription<?>, Reader> subscriptions = new ConcurrentHashMap<>();
    private final ThreadFactory threads =
            Thread.ofVirtual().name("wherry-dds-subscriber-", 0).factory();
    private volatile boolean closed;

    private DataSpace(ServiceAddress address, EndpointOptions options, Engine engine) {
        this.address = address;
        this.options = options;
        this.engine = engine;
        DdsOptions dds = DdsOptions.in(options);
        xml = QosSource.parse(dds.qos());
        memory = new SampleMemory(options.limits().inboundBytes());
        participant = engine.open(address.domain(), dds.configuration());
        receiver = new SampleReceiver(participant, "wherry-dds-samples");
        receiver.start();
    }

    /**
     * Joins a domain.
     *
     * @param address such as {@code dds://0}, or with a partition {@code dds://0/floor}
     * @param options with those of {@link DdsOptions}; the limits of messages and values hold, too
     * @throws IllegalArgumentException if the address is not valid
     * @throws CallException UNAVAILABLE if there is no C library
     */
    public static DataSpace join(String address, EndpointOptions options) {
        try {
            return new DataSpace(ServiceAddress.ofListener(URI.create(address)), options, CycloneEngine.load());
        } catch (DdsException e) {
            throw failure(e);
        }
    }

    /** Joins a domain with default options. */
    public static DataSpace join(String address) {
        return join(address, EndpointOptions.defaults());
    }

    /**
     * Returns a topic.
     *
     * @param name the same for all who take part
     * @param type a record or a class with fields. Members with {@link dev.wherry.dds.Key} identify instances
     * @throws IllegalArgumentException if values of the class cannot be sent, or a policy is not valid
     */
    public <T> DataTopic<T> topic(String name, Class<T> type, TopicOptions topicOptions) {
        QosBuilder base = Qos.builder().keepAll().maxBlocking(DdsOptions.in(options).writeTimeout());
        if (!address.partition().isEmpty()) {
            base.partitions(address.partition());
        }
        Qos qos = topicOptions.over(AnnotatedQos.of(type, base.build()));
        TopicPlace place = new TopicPlace(List.of(name), List.of("topics"), name, "");
        try {
            TopicQos all = xml.of(place, new TopicQos(qos, qos), engine);
            return new DataTopic<>(
                    this, name, TopicType.of(type, options.limits()), all, topicOptions.buffer());
        } catch (DdsException e) {
            throw failure(e);
        }
    }

    /** Returns a topic with default options. */
    public <T> DataTopic<T> topic(String name, Class<T> type) {
        return topic(name, type, TopicOptions.defaults());
    }

    private Topic create(String name, DataType.Structure type) {
        return participant.topic(name, type, Qos.DEFAULT);
    }

    <T> TopicWriter<T> writer(String name, TopicType<T> type, Qos qos) {
        Qos encoded = qos.toBuilder()
                .representations(Qos.Representation.XCDR2)
                .autoDispose(false)
                .build();
        try (Topic topic = create(name, type.structure())) {
            return new TopicWriter<>(name, type, participant.writer(topic, encoded));
        } catch (DdsException e) {
            throw failure(e);
        }
    }

    <S> void subscribe(
            String name,
            DataType.Structure type,
            Qos qos,
            int buffer,
            Flow.Subscriber<? super S> subscriber,
            Function<Received, @Nullable S> decoder) {
        Qos encodings = qos.toBuilder()
                .representations(Qos.Representation.XCDR2, Qos.Representation.XCDR1)
                .build();
        TopicSubscription<S> subscription = new TopicSubscription<>(
                name,
                subscriber,
                decoder,
                new SampleBuffer(qos.depth(), buffer),
                memory,
                task -> threads.newThread(task).start(),
                this::leave);
        subscriber.onSubscribe(subscription);
        try (Topic topic = create(name, type)) {
            Reader reader =
                    participant.reader(topic, encodings, options.limits().messageBytes());
            subscriptions.put(subscription, reader);
            receiver.add(reader, subscription);
            if (subscription.isDone()) {
                leave(subscription);
            } else if (closed) {
                subscription.complete();
            }
        } catch (DdsException e) {
            subscription.fail(failure(e));
        }
    }

    private void leave(TopicSubscription<?> subscription) {
        Reader reader = subscriptions.remove(subscription);
        if (reader != null) {
            receiver.remove(reader);
            reader.close();
        }
    }

    /** Returns the failure of the engine as one that the program knows. */
    static CallException failure(DdsException e) {
        Code code = switch (e.kind()) {
            case REFUSED -> Code.INVALID_CALL;
            case MALFORMED -> Code.CODEC;
            case UNAVAILABLE, CLOSED, TIMEOUT -> Code.UNAVAILABLE;
            case WRONG_THREAD, FAILED -> Code.INTERNAL;
        };
        return new CallException(code, String.valueOf(e.getMessage()), e);
    }

    /** Completes the subscriptions, closes the writers, and leaves the domain. */
    @Override
    public void close() {
        closed = true;
        subscriptions.keySet().forEach(TopicSubscription::complete);
        receiver.close();
        participant.close();
    }

    @Override
    public String toString() {
        return address.toString();
    }
}
