package dev.wherry.dds.topics;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Limits;
import dev.wherry.dds.DataTopic;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.TopicOptions;
import dev.wherry.dds.TopicWriter;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.DomainAddress;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.QosBuilder;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.qos.AnnotatedQos;
import dev.wherry.dds.qos.ChannelQos.TopicQos;
import dev.wherry.dds.qos.QosSource;
import dev.wherry.dds.qos.TopicPlace;
import dev.wherry.dds.rpc.SampleReceiver;
import dev.wherry.dds.topics.SampleBuffer.Received;
import dev.wherry.dds.types.Representation;
import dev.wherry.dds.types.TopicNames;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The topics of a participant, and the thread that receives their samples. For any thread. */
public final class TopicSpace implements AutoCloseable {
    private final Engine engine;
    private final Participant participant;
    private final Limits limits;
    private final QosSource xml;
    private final Qos base;
    private final SampleReceiver receiver;
    private final SampleMemory memory;
    private final Map<TopicSubscription<?>, Reader> subscriptions = new ConcurrentHashMap<>();
    private final ThreadFactory threads =
            Thread.ofVirtual().name("wherry-dds-subscriber-", 0).factory();
    private volatile boolean closed;

    /**
     * Begins to receive.
     *
     * @param participant closed by the caller, after this
     * @param address of the domain that the participant has joined
     */
    public TopicSpace(
            Engine engine, Participant participant, DomainAddress address, DdsOptions options, Limits limits) {
        this.engine = engine;
        this.participant = participant;
        this.limits = limits;
        xml = QosSource.parse(options.qos(), address.domain());
        base = Qos.builder()
                .keepAll()
                .maxBlocking(options.writeTimeout())
                .partition(address.partition())
                .build();
        memory = new SampleMemory(limits.inboundBytes());
        receiver = new SampleReceiver(participant, "wherry-dds-samples");
        receiver.start();
    }

    /**
     * Returns a topic.
     *
     * @throws IllegalArgumentException if values of the class cannot be sent, or a policy is not valid
     * @throws DdsException if the engine does not accept the XML of the options
     */
    public <T> DataTopic<T> topic(String name, Class<T> type, TopicOptions options) {
        Qos qos = over(AnnotatedQos.of(type, base), options);
        TopicPlace place = new TopicPlace(List.of(name), List.of("topics"), name, "");
        TopicQos ends = xml.of(place, new TopicQos(qos, qos), engine);
        return new FlowTopic<>(this, TopicNames.escaped(name), TopicType.of(type, limits), ends, options.buffer());
    }

    private static Qos over(Qos under, TopicOptions options) {
        QosBuilder to = under.toBuilder();
        if (options.bestEffort()) {
            to.reliability(Qos.Reliability.BEST_EFFORT);
        }
        if (options.transientLocal()) {
            to.durability(Qos.Durability.TRANSIENT_LOCAL);
        }
        if (options.orderedBySource()) {
            to.destinationOrder(Qos.DestinationOrder.BY_SOURCE);
        }
        options.depth().ifPresent(to::depth);
        options.strength()
                .ifPresent(value -> to.ownership(Qos.Ownership.EXCLUSIVE).strength(value));
        options.priority().ifPresent(to::transportPriority);
        if (options.lifespan() != null) {
            to.lifespan(options.lifespan());
        }
        if (options.deadline() != null) {
            to.deadline(options.deadline());
        }
        if (!options.partitions().isEmpty()) {
            to.partitions(options.partitions().toArray(String[]::new));
        }
        return to.build();
    }

    private Topic create(FlowTopic<?> topic) {
        return participant.topic(topic.name(), topic.type().structure(), Qos.DEFAULT);
    }

    <T> TopicWriter<T> writer(FlowTopic<T> topic) {
        Qos qos = topic.qos().writer().toBuilder()
                .representations(Representation.XCDR2)
                .autoDispose(false) // instances end if the program says so
                .build();
        try (Topic created = create(topic)) {
            Writer writer = participant.writer(created, qos);
            return new FlowWriter<>(topic.name(), topic.type(), writer);
        } catch (DdsException e) {
            throw failure(e);
        }
    }

    <S> void subscribe(
            FlowTopic<?> topic, Flow.Subscriber<? super S> subscriber, Function<Received, @Nullable S> decoder) {
        Qos qos = topic.qos().reader().toBuilder()
                .representations(Representation.XCDR2, Representation.XCDR1)
                .build();
        TopicSubscription<S> subscription = new TopicSubscription<>(
                topic.name(),
                subscriber,
                decoder,
                new SampleBuffer(qos.depth(), topic.buffer()),
                memory,
                task -> threads.newThread(task).start(),
                this::leave);
        subscriber.onSubscribe(subscription);
        try (Topic created = create(topic)) {
            Reader reader = participant.reader(created, qos, limits.messageBytes());
            subscriptions.put(subscription, reader);
            receiver.reportMismatches(reader, "A writer of the topic '" + topic.name() + "'");
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

    /** Returns the failure of the engine as one that programs know. */
    static CallException failure(DdsException e) {
        Code code = switch (e.kind()) {
            case REFUSED -> Code.INVALID_CALL;
            case MALFORMED -> Code.CODEC;
            case UNAVAILABLE, CLOSED, TIMEOUT -> Code.UNAVAILABLE;
            case WRONG_THREAD, FAILED -> Code.INTERNAL;
        };
        return new CallException(code, String.valueOf(e.getMessage()), e);
    }

    /** Completes the subscriptions. The participant closes the writers. */
    @Override
    public void close() {
        closed = true;
        subscriptions.keySet().forEach(TopicSubscription::complete);
        receiver.close();
    }
}
