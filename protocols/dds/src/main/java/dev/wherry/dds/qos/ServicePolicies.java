package dev.wherry.dds.qos;

import dev.wherry.dds.Replication;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.qos.ChannelQos.TopicQos;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.TopicNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The policies of a service: of the topics that its operations share, and of each operation with policies of its own. XML is stronger
 * than annotations, and what is said of one operation is stronger than what is said of all. Immutable; for any thread.
 */
public final class ServicePolicies {
    /** The profile of all operations. */
    private static final String ALL = "service";

    private final ChannelQos shared;
    private final Map<String, ChannelQos> own = new HashMap<>();

    /**
     * Finds the policies.
     *
     * @param name the bound name
     * @param base has the policies that nothing sets
     * @param replication null if there is none
     * @throws IllegalArgumentException if a value is out of its range, or a profile is of an operation that there is not
     */
    public ServicePolicies(
            String name, CallTypes types, Qos base, QosSource xml, @Nullable Replication replication, Engine engine) {
        List<String> libraries = List.of(name, types.type().getSimpleName());
        check(xml.profiles(libraries), types);
        xml.logUnknownOperations(types);
        TopicPlace requests =
                new TopicPlace(List.of(TopicNames.escaped(name) + TopicNames.REQUEST), libraries, ALL, "request");
        TopicPlace replies =
                new TopicPlace(List.of(TopicNames.escaped(name) + TopicNames.REPLY), libraries, ALL, "reply");
        Qos annotated = AnnotatedQos.of(types.type(), base);
        shared = ReplicationQos.of(replication, of(requests, replies, ofTopics(annotated), xml, engine));
        for (Operation each : types.operations()) {
            String operation = each.name();
            String full = TopicNames.ofOperation(name, operation);
            TopicPlace ownRequests = new TopicPlace(
                    List.of(full + TopicNames.REQUEST, operation + "_req"), libraries, operation, "request");
            TopicPlace ownReplies = new TopicPlace(
                    List.of(full + TopicNames.REPLY, operation + "_reply"), libraries, operation, "reply");
            boolean hasOwn = xml.has(ownRequests) || xml.has(ownReplies);
            if (hasOwn || AnnotatedQos.isOn(each.method())) {
                ChannelQos all = ofTopics(AnnotatedQos.of(each.method(), annotated));
                ChannelQos set = of(ownRequests, ownReplies, of(requests, replies, all, xml, engine), xml, engine);
                own.put(operation, ReplicationQos.of(replication, set));
            }
        }
    }

    private static void check(Set<String> profiles, CallTypes types) {
        Set<String> known = types.operations().stream().map(Operation::name).collect(Collectors.toSet());
        for (String each : profiles) {
            if (!each.equals(ALL) && !known.contains(each)) {
                throw new IllegalArgumentException("The QoS profile '" + each + "' is not of an operation of "
                        + types.type().getName() + ". Name it as an operation, or '" + ALL + "' for all");
            }
        }
    }

    /** Leaves requests without an owner, or else the servers would run those of one client only. */
    private static ChannelQos ofTopics(Qos annotated) {
        Qos requests = annotated.toBuilder().ownership(Qos.Ownership.SHARED).build();
        return new ChannelQos(new TopicQos(requests, requests), new TopicQos(annotated, annotated));
    }

    private static ChannelQos of(
            TopicPlace requests, TopicPlace replies, ChannelQos base, QosSource xml, Engine engine) {
        return new ChannelQos(xml.of(requests, base.requests(), engine), xml.of(replies, base.replies(), engine));
    }

    /** Returns the policies of the operations that have none of their own. */
    public ChannelQos shared() {
        return shared;
    }

    /** Returns the policies of an operation; null if it has none of its own. */
    public @Nullable ChannelQos own(Operation operation) {
        return own.get(operation.name());
    }

    /** Returns the priority of an operation. */
    public int priority(Operation operation) {
        return Objects.requireNonNullElse(own.get(operation.name()), shared).priority();
    }

    /** Returns whether an operation has a priority. */
    public boolean hasPriorities() {
        return shared.priority() != 0 || own.values().stream().anyMatch(each -> each.priority() != 0);
    }
}
