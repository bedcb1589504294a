package dev.wherry.dds.qos;

import dev.wherry.dds.engine.DdsLog;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.QosBuilder;
import dev.wherry.dds.qos.ChannelQos.TopicQos;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.Operation;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** The policies of topics in the form of OpenSplice RMI: {@code <dcps><domain><topic name="greet_req"><topic_qos>}. For any thread. */
final class TopicPolicies implements QosSource {
    private static final Pattern OPERATION = Pattern.compile("(.+)_(req|reply)");
    private static final int ANY_DOMAIN = -1;

    private final Map<String, List<Consumer<QosBuilder>>> topics = new HashMap<>();
    /** The topics that were logged, since they are of no operation. */
    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    /** Has no topic. */
    TopicPolicies() {}

    /**
     * Reads what is within {@code <dcps>}.
     *
     * @param joined the domain whose topics are kept, with those of a {@code <domain>} without an id
     */
    TopicPolicies(QosXml from, int joined) throws XMLStreamException {
        Map<Integer, Map<String, List<Consumer<QosBuilder>>>> domains = new HashMap<>();
        from.children(domain -> {
            from.expect("domain", domain);
            Map<String, List<Consumer<QosBuilder>>> within = domains.computeIfAbsent(id(from), _ -> new HashMap<>());
            from.children(topic -> {
                from.expect("topic", topic);
                topic(from, within);
            });
        });
        topics.putAll(domains.getOrDefault(ANY_DOMAIN, Map.of()));
        topics.putAll(domains.getOrDefault(joined, Map.of()));
    }

    private static int id(QosXml from) {
        String id = from.attribute("id");
        if (id == null) {
            return ANY_DOMAIN;
        }
        try {
            int number = Integer.parseInt(id.strip());
            if (number >= 0 && number <= Engine.LARGEST_DOMAIN) {
                return number;
            }
        } catch (NumberFormatException e) { // refused below
        }
        throw from.failure("the id '" + id + "' of a <domain> is not a number from 0 to " + Engine.LARGEST_DOMAIN);
    }

    private static void topic(QosXml from, Map<String, List<Consumer<QosBuilder>>> to) throws XMLStreamException {
        String name = from.name();
        List<Consumer<QosBuilder>> policies = new ArrayList<>();
        from.children(part -> {
            switch (part) {
                case "keylist" -> from.skip();
                case "topic_qos" -> from.children(policy -> policies.add(PolicyElement.read(from, policy)));
                default -> throw from.failure("a <topic> has no <" + part + ">");
            }
        });
        if (to.put(name, policies) != null) {
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
    public void logUnknownOperations(CallTypes types) {
        Set<String> operations =
                types.operations().stream().map(Operation::name).collect(Collectors.toSet());
        for (String each : new TreeSet<>(topics.keySet())) {
            Matcher name = OPERATION.matcher(each);
            if (name.matches() && !operations.contains(name.group(1)) && logged.add(each)) {
                DdsLog.LOG.log(
                        Level.INFO,
                        "The topic '" + each + "' of the QoS is ignored for "
                                + types.type().getName()
                                + ", which has no operation '" + name.group(1)
                                + "'. Correct its name, unless it is for another interface");
            }
        }
    }

    @Override
    public Set<String> profiles(List<String> libraries) {
        return Set.of();
    }
}
