package dev.wherry.dds.admin;

import dev.wherry.dds.engine.Discovered;
import dev.wherry.dds.rpc.TopicNames;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The topics of a domain by name, and which of them are those of services. */
final class ServiceTopics {
    private static final String REQUEST = "_Request";
    private static final String REPLY = "_Reply";

    private final Map<String, List<Discovered.Endpoint>> byTopic;

    ServiceTopics(Collection<Discovered.Endpoint> endpoints) {
        byTopic = endpoints.stream()
                .collect(Collectors.groupingBy(Discovered.Endpoint::topic, TreeMap::new, Collectors.toList()));
    }

    Map<String, List<Discovered.Endpoint>> byTopic() {
        return byTopic;
    }

    /** Returns the readers and writers of a service's requests. */
    List<Discovered.Endpoint> requests(String base) {
        return byTopic.getOrDefault(base + REQUEST, List.of());
    }

    /** Returns the readers and writers of a service's replies. */
    List<Discovered.Endpoint> replies(String base) {
        return byTopic.getOrDefault(base + REPLY, List.of());
    }

    /** Returns what the names of the topics of services begin with; operations that have topics of their own are not among them. */
    List<String> services() {
        return pairs().stream().filter(each -> !isChannel(each)).toList();
    }

    /** Returns the operations that have topics of their own. */
    List<String> channels(String service) {
        return pairs().stream()
                .filter(each -> isChannelOf(each, service))
                .map(each -> each.substring(service.length() + 1))
                .toList();
    }

    /** Returns whether a topic is of an operation, or of the replies of one, that has topics of its own. */
    boolean isOfService(String topic) {
        return pairs().stream().anyMatch(each -> topic.equals(each + REQUEST) || topic.equals(each + REPLY));
    }

    private List<String> pairs() {
        return byTopic.keySet().stream()
                .filter(each -> each.endsWith(REQUEST) && each.length() > REQUEST.length())
                .map(each -> each.substring(0, each.length() - REQUEST.length()))
                .filter(each -> byTopic.containsKey(each + REPLY))
                .toList();
    }

    private boolean isChannel(String base) {
        for (int at = base.lastIndexOf('_'); at > 0; at = base.lastIndexOf('_', at - 1)) {
            if (isChannelOf(base, base.substring(0, at))) {
                return true;
            }
        }
        return false;
    }

    /** An operation's topics have the types of the service's topics. */
    private boolean isChannelOf(String base, String service) {
        return base.startsWith(service + "_")
                && byTopic.containsKey(service + REQUEST)
                && byTopic.containsKey(service + REPLY)
                && requests(base)
                        .getFirst()
                        .type()
                        .equals(requests(service).getFirst().type());
    }

    /** Returns the bound name that the name of a topic stands for. */
    static String name(String base) {
        return TopicNames.unescaped(base);
    }
}
