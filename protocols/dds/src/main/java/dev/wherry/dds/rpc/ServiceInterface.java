package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Timeout;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.cdr.CallCodec;
import dev.wherry.dds.cdr.RosCallCodec;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.qos.ChannelQos;
import dev.wherry.dds.qos.ServicePolicies;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.Representation;
import dev.wherry.dds.types.RosTypes;
import dev.wherry.dds.types.TopicNames;
import dev.wherry.dds.types.UnsupportedTypeException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An interface with the types and the codecs of its calls, compiled once. Immutable; for any thread. */
final class ServiceInterface {
    private final CallTypes types;
    private final CallCodec codec;

    /** By the names of the operations. Empty if they are not services of ROS. */
    private final Map<String, RosTypes> ros = new HashMap<>();

    /** Whether the topics of a service of ROS have the name of its method, since there are others. */
    private final boolean namesMethods;

    private ServiceInterface(CallTypes types) {
        this.types = types;
        namesMethods = RosTypes.count(types) > 1;
        codec = new CallCodec(types, types.representation());
    }

    /**
     * Compiles an interface.
     *
     * @throws UnsupportedTypeException if no method can be called, or one is not the service of ROS that it says
     * @throws CallException INVALID_CALL if the options are not for this interface
     */
    static ServiceInterface of(Class<?> type, DdsOptions options, Engine engine) throws UnsupportedTypeException {
        boolean isRos = RosTypes.areOf(type);
        if (isRos && options.replication() != null) {
            throw new CallException(
                    Code.INVALID_CALL, type.getName() + " has services of ROS, which are not replicated");
        }
        Representation representation = isRos || options.isXcdr1() ? Representation.XCDR1 : engine.representation();
        ServiceInterface compiled = new ServiceInterface(CallTypes.of(type, new JavaTypes(representation)));
        if (compiled.types.operations().isEmpty()) {
            throw new UnsupportedTypeException(
                    type.getName() + " has no method that can be called over DDS" + compiled.refusals());
        }
        if (isRos) {
            for (Operation each : compiled.types.operations()) {
                compiled.ros.put(each.name(), RosTypes.of(each));
            }
        }
        return compiled;
    }

    /** Returns the encoding of the calls. */
    Representation representation() {
        return types.representation();
    }

    /** Returns the topics that operations share; null if each has its own. */
    @Nullable
    TopicPair shared(String name, ServicePolicies policies) {
        return ros.isEmpty() ? pair(TopicNames.escaped(name), policies.shared()) : null;
    }

    /** Returns the topics that one operation has alone; null if it has none. */
    @Nullable
    TopicPair own(String name, Operation operation, ServicePolicies policies) {
        ChannelQos qos = policies.own(operation);
        RosTypes service = ros.get(operation.name());
        if (service != null) {
            String full = TopicNames.escaped(namesMethods ? name + "/" + operation.name() : name);
            return new TopicPair(
                    "rq/" + full + "Request",
                    service.request(),
                    "rr/" + full + "Reply",
                    service.reply(),
                    new RosCallCodec(operation),
                    representation(),
                    qos == null ? policies.shared() : qos);
        }
        return qos == null ? null : pair(TopicNames.ofOperation(name, operation.name()), qos);
    }

    private TopicPair pair(String begin, ChannelQos qos) {
        return new TopicPair(
                begin + TopicNames.REQUEST,
                types.requestType(),
                begin + TopicNames.REPLY,
                types.replyType(),
                codec,
                representation(),
                qos);
    }

    CallTypes types() {
        return types;
    }

    /** Returns why a method cannot be called over DDS. */
    String refusal(Method method) {
        UnsupportedTypeException refusal = types.refusals().get(method);
        return refusal == null ? types.type().getName() + " does not have it" : String.valueOf(refusal.getMessage());
    }

    /** Returns a line for each method that cannot be called; empty if all can. */
    String refusals() {
        return types.refusals().values().stream()
                .map(each -> "\n    " + each.getMessage())
                .sorted()
                .collect(Collectors.joining());
    }

    /** Returns the timeout of an operation by the annotations; null if they set none. */
    @Nullable
    Duration timeout(Operation operation) {
        Timeout set = operation.method().getAnnotation(Timeout.class);
        if (set == null) {
            set = types.type().getAnnotation(Timeout.class);
        }
        if (set == null) {
            set = operation.method().getDeclaringClass().getAnnotation(Timeout.class);
        }
        return set == null ? null : Duration.ofMillis(set.millis());
    }
}
