package dev.wherry.dds.qos;

import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.QosBuilder;
import dev.wherry.dds.qos.ChannelQos.TopicQos;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** The policies of topics in the form of OpenSplice RMI: {@code <dcps><domain><topic name="greet_req"><topic_qos>}. Immutable. */
final class TopicPolicies implements QosSource {
    private final Map<String, List<Consumer<QosBuilder>>> topics = new HashMap<>();

    /** Has no topic. */
    TopicPolicies() {}

    /** Reads what is within {@code <dcps>}. */
    TopicPolicies(QosXml from) throws XMLStreamException {
        from.children(domain -> {
            from.expect("domain", domain);
            from.children(topic -> {
                from.expect("topic", topic);
                topic(from);
            });
        });
    }

    private void topic(QosXml from) throws XMLStreamException {
        String name = from.name();
        List<Consumer<QosBuilder>> policies = new ArrayList<>();
        from.children(part -> {
            switch (part) {
                case "keylist" -> from.skip();
                case "topic_qos" -> from.children(policy -> policies.add(PolicyElement.read(from, policy)));
                default -> throw from.failure("a <topic> has no <" + part + ">");
            }
        });
        if (topics.put(name, policies) != null) {
            throw from.failure("the topic '" + name + "' is there twice");
        }
    }

    private @Nullable List<Consumer<QosBuilder>> find(TopicPlace place) {
        for (String each : place.topics()) {
            List<Consumer<QosBuilder>> found = topics.get(each);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    @Override
    public boolean has(TopicPlace place) {
        return find(place) != null;
    }

    @Override
    public TopicQos of(TopicPlace place, TopicQos base, Engine engine) {
        List<Consumer<QosBuilder>> found = find(place);
        return found == null ? base : new TopicQos(apply(found, base.writer()), apply(found, base.reader()));
    }

    private static Qos apply(List<Consumer<QosBuilder>> policies, Qos base) {
        QosBuilder to = base.toBuilder();
        policies.forEach(each -> each.accept(to));
        return to.build();
    }

    @Override
    public Set<String> profiles(List<String> libraries) {
        return Set.of();
    }
}
