package dev.wherry.dds.admin;

import dev.wherry.dds.engine.Discovered;
import dev.wherry.dds.types.TopicNames;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The topics of a domain by name, and which of them are those of services. */
final class ServiceTopics {
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
        return byTopic.getOrDefault(base + TopicNames.REQUEST, List.of());
    }

    /** Returns the readers and writers of a service's replies. */
    List<Discovered.Endpoint> replies(String base) {
        return byTopic.getOrDefault(base + TopicNames.REPLY, List.of());
    }

    /** Returns what the names of the topics of services begin with; operations that have topics of their own are not among them. */
    List<String> services() {
        return pairs().stream().filter(each -> !isChannel(each)).toList();
    }

    /** Returns the operations that have topics of their own. */
    List<String> channels(String service) {
        return pairs().stream()
                .filter(each -> each.startsWith(service + TopicNames.OF_OPERATION))
                .map(each -> each.substring(service.length() + TopicNames.OF_OPERATION.length()))
                .toList();
    }

    /** Returns whether a topic is of an operation, or of the replies of one, that has topics of its own. */
    boolean isOfService(String topic) {
        return pairs().stream()
                .anyMatch(each -> topic.equals(each + TopicNames.REQUEST) || topic.equals(each + TopicNames.REPLY));
    }

    private List<String> pairs() {
        return byTopic.keySet().stream()
                .filter(each -> each.endsWith(TopicNames.REQUEST) && each.length() > TopicNames.REQUEST.length())
                .map(each -> each.substring(0, each.length() - TopicNames.REQUEST.length()))
                .filter(each -> byTopic.containsKey(each + TopicNames.REPLY))
                .toList();
    }

    /** Returns whether a pair of topics is that of an operation of a service that is there. */
    private boolean isChannel(String base) {
        int end = base.indexOf(TopicNames.OF_OPERATION);
        String service = base.substring(0, Math.max(0, end));
        return byTopic.containsKey(service + TopicNames.REQUEST) && byTopic.containsKey(service + TopicNames.REPLY);
    }

    /** Returns the bound name that the name of a topic stands for. */
    static String name(String base) {
        return TopicNames.unescaped(base);
    }
}
