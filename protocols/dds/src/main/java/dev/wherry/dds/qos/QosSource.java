package dev.wherry.dds.qos;

import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.qos.ChannelQos.TopicQos;
import dev.wherry.dds.types.CallTypes;
import java.util.List;
import java.util.Set;

/** Policies of topics, from XML. Immutable; for any thread. */
public interface QosSource {
    /**
     * Reads a text, whose first element is {@code <dds>} or {@code <dcps>}. The policies of {@code <dds>} are read by the engine, later.
     *
     * @param domain the one that is joined; the topics of others are ignored
     * @throws IllegalArgumentException with the line of what is wrong
     */
    static QosSource parse(String text, int domain) {
        return text.isBlank()
                ? new TopicPolicies()
                : QosXml.parse(text.strip(), (from, root) -> switch (root) {
                    case "dds" -> new Profiles(from);
                    case "dcps" -> new TopicPolicies(from, domain);
                    default ->
                        throw from.failure("expected <dds>, with <qos_library> elements, or <dcps>, with <domain> and"
                                + " <topic> elements, not <" + root + ">");
                });
    }

    /** Returns whether there are policies for a topic. */
    boolean has(TopicPlace place);

    /**
     * Returns the policies for a topic, and those of a base for the others.
     *
     * @throws IllegalArgumentException if a value is out of its range
     * @throws dev.wherry.dds.engine.DdsException if the engine does not accept the text
     */
    TopicQos of(TopicPlace place, TopicQos base, Engine engine);

    /**
     * Has the engine read all that it will read of the text, so that a mistake is found before it is needed.
     *
     * @throws IllegalArgumentException naming what the engine does not accept
     */
    default void check(Engine engine) {}

    /**
     * Logs, once for each topic, which topics of the form {@code <operation>_req} or {@code <operation>_reply} are of no operation of an
     * interface. They are not refused, as a text may have the topics of several interfaces.
     */
    default void logUnknownOperations(CallTypes types) {}

    /** Returns the names of the profiles in some libraries. */
    Set<String> profiles(List<String> libraries);
}
