package dev.wherry.dds.admin;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Discovered;
import dev.wherry.dds.engine.DomainWatch;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.engine.SampleSink;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.WaitSet;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Representation;
import dev.wherry.dds.types.TopicNames;
import dev.wherry.dds.types.UnsupportedTypeException;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads along what the clients and servers of a service send, in all partitions. Its readers are best effort, so that it never delays a
 * writer: what is sent faster than it reads is lost. For one thread.
 */
public final class Spy implements AutoCloseable {
    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(50);
    private static final Duration OF_TYPE = Duration.ofSeconds(2);
    private static final int AT_ONCE = 100;

    /** A longer message is only counted. */
    private static final int LONGEST = 1 << 20;

    private static final int DEPTH = 500;
    private static final int MOST_TOPICS = 1_000;

    private final Participant participant;
    private final String self;
    private final String base;
    private final Map<Representation, CallTypes> types;
    private final MessageReader messages;
    private final DomainWatch watch;
    private final WaitSet waitSet;
    private final DomainContents contents = new DomainContents();
    private final Map<String, Topic> topics = new HashMap<>();
    private final Map<Reader, Boolean> requestsByReader = new HashMap<>();
    private final Set<String> refused = new HashSet<>();
    private boolean changed;

    /** Receives what is seen. */
    public interface Sink {
        void message(SpiedMessage message);

        /** Called when a topic of the service is found. */
        void found(String topic);

        /** Called when a topic cannot be read along. */
        void failed(String topic, String reason);
    }

    private Spy(Participant participant, String base, Map<Representation, CallTypes> types, Limits limits) {
        this.participant = participant;
        this.base = base;
        this.types = types;
        self = HexFormat.of().formatHex(participant.guid());
        messages = new MessageReader(types, limits);
        watch = participant.watch();
        waitSet = participant.waitSet();
    }

    /**
     * Joins a domain.
     *
     * @param service its bound name
     * @param type the interface, to read values; null: only names of operations are read
     * @throws dev.wherry.CallException UNAVAILABLE if the domain cannot be joined, such as without the C library
     * @throws IllegalArgumentException if the interface cannot be called over DDS, or no service can have this name
     */
    public static Spy join(int domain, String service, @Nullable Class<?> type, DdsOptions options) {
        String base = TopicNames.escaped(service);
        Map<Representation, CallTypes> types = type == null ? Map.of() : types(type);
        return new Spy(
                DomainOverview.join(domain, options),
                base,
                types,
                EndpointOptions.defaults().limits());
    }

    /** Returns the types of the calls in each encoding that has them. */
    private static Map<Representation, CallTypes> types(Class<?> type) {
        Map<Representation, CallTypes> types = new EnumMap<>(Representation.class);
        for (Representation each : Representation.values()) {
            try {
                types.put(each, CallTypes.of(type, new JavaTypes(each)));
            } catch (UnsupportedTypeException e) {
                if (each == Representation.XCDR2) { // XCDR1 refuses more types
                    throw new IllegalArgumentException(type + " cannot be called over DDS: " + e.getMessage(), e);
                }
            }
        }
        return types;
    }

    /** Waits for a moment, and hands on what was seen meanwhile. */
    public void poll(Sink sink) {
        watch.await(0, report -> {
            contents.accept(report);
            changed = true;
        });
        if (changed) {
            changed = false;
            contents.endpoints().stream()
                    .filter(each -> !each.participant().equals(self) && isOfService(each))
                    .sorted(Comparator.comparingInt(
                            each -> representations(each).size())) // several say less about the types
                    .forEach(each -> open(each, sink));
        }
        waitSet.await(STEP, reader -> reader.take(sinkOf(reader, sink), AT_ONCE));
    }

    private boolean isOfService(Discovered.Endpoint endpoint) {
        String topic = endpoint.topic();
        return topic.equals(base + TopicNames.REQUEST)
                || topic.equals(base + TopicNames.REPLY)
                || (topic.startsWith(base + TopicNames.OF_OPERATION)
                        && (topic.endsWith(TopicNames.REQUEST) || topic.endsWith(TopicNames.REPLY)));
    }

    private void open(Discovered.Endpoint endpoint, Sink sink) {
        Qos qos = endpoint.qos();
        String name = endpoint.topic();
        if (topics.containsKey(name) || topics.size() >= MOST_TOPICS || qos == null) {
            return;
        }
        boolean request = name.endsWith(TopicNames.REQUEST);
        try {
            Topic topic = topic(endpoint, request);
            topics.put(name, topic);
            Reader reader = participant.reader(topic, weakest(qos), LONGEST);
            requestsByReader.put(reader, request);
            waitSet.attach(reader);
        } catch (DdsException e) {
            if (refused.size() < MOST_TOPICS && refused.add(endpoint.guid())) {
                sink.failed(name, String.valueOf(e.getMessage()));
            }
            return;
        }
        sink.found(name);
    }

    private Topic topic(Discovered.Endpoint endpoint, boolean request) {
        CallTypes known = types.get(representation(endpoint));
        if (known != null) {
            DataType.Structure ours = request ? known.requestType() : known.replyType();
            if (ours.name().equals(endpoint.type())) {
                return participant.topic(endpoint.topic(), ours, Qos.DEFAULT);
            }
        }
        if (!types.isEmpty()) { // a description of another type may make the C library fail
            throw new DdsException(
                    DdsException.Kind.REFUSED,
                    "its type " + endpoint.type() + " in " + representation(endpoint)
                            + " is not that of the interface");
        }
        if (request) {
            messages.add(OperationNames.in(participant.typeMapping(endpoint, OF_TYPE)));
        }
        return participant.topic(endpoint, Qos.DEFAULT, OF_TYPE);
    }

    private static List<Representation> representations(Discovered.Endpoint endpoint) {
        Qos qos = endpoint.qos();
        return Policy.representations(qos == null ? Qos.DEFAULT : qos);
    }

    private static Representation representation(Discovered.Endpoint endpoint) {
        List<Representation> all = representations(endpoint);
        // A writer sends in the first one. Readers that accept both are mostly those of appendable types.
        return endpoint.isWriter() || !all.contains(Representation.XCDR2) ? all.getFirst() : Representation.XCDR2;
    }

    /** Returns policies that match each writer with the kind of ownership and the encodings of an endpoint, which may be a reader. */
    private static Qos weakest(Qos of) {
        return Qos.builder()
                .reliability(Qos.Reliability.BEST_EFFORT)
                .depth(DEPTH)
                .latencyBudget(Qos.FOREVER)
                .ownership(of.ownership())
                .partitions("", "*")
                .representations(of.representations().toArray(Representation[]::new))
                .build();
    }

    private SampleSink sinkOf(Reader reader, Sink sink) {
        boolean request = Boolean.TRUE.equals(requestsByReader.get(reader));
        return new SampleSink() {
            @Override
            public void sample(byte[] payload, int offset, int length, SampleInfo info) {
                if (info.valid()) {
                    sink.message(messages.read(request, payload, length, info));
                }
            }

            @Override
            public void refused(long length, SampleInfo info) {
                sink.message(MessageReader.tooLong(request, length, info));
            }
        };
    }

    @Override
    public void close() {
        participant.close();
    }
}
