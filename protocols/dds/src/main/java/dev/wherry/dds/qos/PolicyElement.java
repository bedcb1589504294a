package dev.wherry.dds.qos;

import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Qos.ResourceLimits;
import dev.wherry.dds.engine.QosBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** A policy in the form of OpenSplice RMI, such as {@code <historyQosPolicy>}. Reads its elements; for one thread. */
final class PolicyElement {
    private final QosXml from;
    private final String name;
    private final Map<String, String> texts;

    private PolicyElement(QosXml from, String name) throws XMLStreamException {
        this.from = from;
        this.name = name;
        texts = from.texts();
    }

    /**
     * Reads a policy. Returns what applies it.
     *
     * @throws IllegalArgumentException if it is unknown, or a value is out of its range
     */
    static Consumer<QosBuilder> read(QosXml from, String name) throws XMLStreamException {
        PolicyElement element = new PolicyElement(from, name);
        Consumer<QosBuilder> policy = element.policy();
        if (!element.texts.isEmpty()) {
            throw from.failure("<" + name + "> has no element <"
                    + element.texts.keySet().iterator().next() + ">");
        }
        policy.accept(Qos.builder()); // its values are wrong now or never
        return policy;
    }

    private Consumer<QosBuilder> policy() {
        return switch (name) {
            case "reliabilityQosPolicy" -> {
                var kind = constant("reliabilityKind", Qos.Reliability.values(), "_RELIABILITY_QOS");
                Duration blocking = duration();
                yield to -> {
                    to.reliability(kind);
                    if (blocking != null) {
                        to.maxBlocking(blocking);
                    }
                };
            }
            case "historyQosPolicy" -> {
                boolean all = constant("historyKind", History.values(), "_HISTORY_QOS") == History.KEEP_ALL;
                int depth = number("depth", 1, 1);
                yield to -> to.depth(all ? 0 : depth);
            }
            case "durabilityQosPolicy" -> {
                var kind = constant("durabilityKind", Qos.Durability.values(), "_DURABILITY_QOS");
                yield to -> to.durability(kind);
            }
            case "ownershipQosPolicy" -> {
                var kind = constant("ownershipKind", Qos.Ownership.values(), "_OWNERSHIP_QOS");
                yield to -> to.ownership(kind);
            }
            case "ownershipStrengthQosPolicy" -> {
                int strength = number("value", Integer.MIN_VALUE, null);
                yield to -> to.strength(strength);
            }
            case "livelinessQosPolicy" -> {
                var kind = constant("livelinessKind", Qos.Liveliness.values(), "_LIVELINESS_QOS");
                Duration lease = required(duration());
                yield to -> to.liveliness(kind).lease(lease);
            }
            case "destinationOrderQosPolicy" -> {
                var kind = constant("destinationOrderKind", Order.values(), "_DESTINATIONORDER_QOS");
                yield to -> to.destinationOrder(
                        kind == Order.BY_SOURCE_TIMESTAMP
                                ? Qos.DestinationOrder.BY_SOURCE
                                : Qos.DestinationOrder.BY_RECEPTION);
            }
            case "deadlineQosPolicy" -> {
                Duration deadline = required(duration());
                yield to -> to.deadline(deadline);
            }
            case "latencyBudgetQosPolicy" -> {
                Duration budget = required(duration());
                yield to -> to.latencyBudget(budget);
            }
            case "lifespanQosPolicy" -> {
                Duration lifespan = required(duration());
                yield to -> to.lifespan(lifespan);
            }
            case "transportPriorityQosPolicy" -> {
                int priority = number("value", Integer.MIN_VALUE, null);
                yield to -> to.transportPriority(priority);
            }
            case "resourceLimitsQosPolicy" -> {
                var limits = new ResourceLimits(
                        number("max_samples", -1, -1),
                        number("max_instances", -1, -1),
                        number("max_samples_per_instance", -1, -1));
                texts.remove("initial_samples"); // memory is taken as it is needed
                texts.remove("initial_instances");
                yield to -> to.limits(limits);
            }
            default -> throw from.failure("the policy <" + name + "> is unknown or not supported");
        };
    }

    private enum History {
        KEEP_LAST,
        KEEP_ALL
    }

    private enum Order {
        BY_RECEPTION_TIMESTAMP,
        BY_SOURCE_TIMESTAMP
    }

    private <E extends Enum<E>> E constant(String element, E[] values, String ending) {
        String text = text(element);
        for (E each : values) {
            if (text.equals(each.name() + ending)) {
                return each;
            }
        }
        throw from.failure("the value '" + text + "' of <" + element + "> is unknown");
    }

    private String text(String element) {
        return required(texts.remove(element));
    }

    private <V> V required(@Nullable V value) {
        if (value == null) {
            throw from.failure("the policy is not complete");
        }
        return value;
    }

    /** @param otherwise the value if the element is missing; null: it must not be */
    private int number(String element, int least, @Nullable Integer otherwise) {
        if (otherwise != null && !texts.containsKey(element)) {
            return otherwise;
        }
        String text = text(element);
        try {
            int value = Integer.parseInt(text);
            if (value >= least) {
                return value;
            }
        } catch (NumberFormatException e) { // refused below
        }
        throw from.failure(
                "the value '" + text + "' of <" + element + "> of <" + name + "> is not a number that it can be");
    }

    /** Returns null if there is none. */
    private @Nullable Duration duration() {
        String seconds = texts.get("duration/sec");
        String nanos = texts.get("duration/nanosec");
        if (seconds == null && nanos == null) {
            return null;
        }
        if (isInfinite(seconds) || isInfinite(nanos)) {
            texts.remove("duration/sec");
            texts.remove("duration/nanosec");
            return Qos.FOREVER;
        }
        return Duration.ofSeconds(number("duration/sec", 0, 0), number("duration/nanosec", 0, 0));
    }

    private static boolean isInfinite(@Nullable String text) {
        return text != null && text.startsWith("DURATION_INFINI");
    }
}
