package dev.wherry.dds.admin;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.Discovery;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Discovered;
import dev.wherry.dds.engine.DomainWatch;
import dev.wherry.dds.engine.Engines;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The participants, services, topics and mismatches of a domain. Names are those of its participants, and may have any characters.
 *
 * @param complete false if the domain has more than fits
 */
public record DomainOverview(
        List<Discovery.Participant> participants,
        List<ServiceEntry> services,
        List<TopicEntry> topics,
        List<Mismatch> mismatches,
        boolean complete) {
    /** How long one participant may take to send its types. */
    private static final Duration OF_TYPE = Duration.ofSeconds(1);

    private static final int MOST_TYPES = 200;

    /**
     * A service of DDS-RPC.
     *
     * @param type of its requests
     * @param operations their names; null if no participant describes the type
     * @param channels the operations that have topics of their own
     * @param clients how many there are
     */
    public record ServiceEntry(
            String name,
            String type,
            @Nullable List<String> operations,
            List<String> channels,
            List<Replica> replicas,
            long clients) {}

    /**
     * A server of a service.
     *
     * @param participant its GUID
     * @param strength null if the replies of all replicas are taken
     */
    public record Replica(String participant, @Nullable Integer strength, List<String> partitions) {}

    /** A topic that is not one of a service. */
    public record TopicEntry(String name, String type, long writers, long readers) {}

    /**
     * Joins a domain, looks for a while, and leaves it.
     *
     * @param types whether to ask for the types of requests, which have the names of the operations
     * @throws CallException UNAVAILABLE if the domain cannot be joined, such as without the C library
     */
    public static DomainOverview read(int domain, DdsOptions options, Duration wait, boolean types) {
        try (Participant participant = join(domain, options);
                DomainWatch watch = participant.watch()) {
            DomainContents contents = new DomainContents();
            long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(wait);
            for (long left = 1; left > 0; left = end - System.nanoTime()) {
                watch.await(left, contents::accept);
            }
            return of(contents, HexFormat.of().formatHex(participant.guid()), types ? participant : null);
        }
    }

    static Participant join(int domain, DdsOptions options) {
        try {
            return Engines.load(options.engine()).open(domain, options);
        } catch (DdsException e) {
            throw new CallException(Code.UNAVAILABLE, String.valueOf(e.getMessage()), e);
        }
    }

    /** @param self the GUID of the participant that has looked, which is left out */
    private static DomainOverview of(DomainContents contents, String self, @Nullable Participant types) {
        List<Discovered.Endpoint> endpoints = contents.endpoints().stream()
                .filter(each -> !each.participant().equals(self))
                .toList();
        ServiceTopics topics = new ServiceTopics(endpoints);
        List<String> services = topics.services();
        return new DomainOverview(
                contents.members().stream()
                        .filter(each -> !each.guid().equals(self))
                        .map(DomainContents::view)
                        .sorted(Comparator.comparing(Discovery.Participant::host)
                                .thenComparing(Discovery.Participant::guid))
                        .toList(),
                services.stream()
                        .map(each -> service(each, topics, services.size() <= MOST_TYPES ? types : null))
                        .toList(),
                topics.byTopic().entrySet().stream()
                        .filter(each -> !topics.isOfService(each.getKey()))
                        .map(each -> topic(each.getKey(), each.getValue()))
                        .toList(),
                Mismatch.in(topics.byTopic().values()),
                contents.isComplete());
    }

    private static TopicEntry topic(String name, List<Discovered.Endpoint> endpoints) {
        long writers = endpoints.stream().filter(Discovered.Endpoint::isWriter).count();
        return new TopicEntry(name, endpoints.getFirst().type(), writers, endpoints.size() - writers);
    }

    private static ServiceEntry service(String base, ServiceTopics topics, @Nullable Participant types) {
        List<Discovered.Endpoint> requests = topics.requests(base);
        return new ServiceEntry(
                ServiceTopics.name(base),
                requests.getFirst().type(),
                types == null ? null : operations(requests, types),
                topics.channels(base),
                topics.replies(base).stream()
                        .filter(Discovered.Endpoint::isWriter)
                        .map(DomainOverview::replica)
                        .sorted(Comparator.comparing(Replica::strength, Comparator.nullsLast(Comparator.reverseOrder()))
                                .thenComparing(Replica::participant))
                        .toList(),
                requests.stream().filter(Discovered.Endpoint::isWriter).count());
    }

    private static Replica replica(Discovered.Endpoint replies) {
        Qos qos = Objects.requireNonNullElse(replies.qos(), Qos.DEFAULT);
        boolean exclusive = qos.ownership() == Qos.Ownership.EXCLUSIVE;
        return new Replica(replies.participant(), exclusive ? qos.strength() : null, qos.partitions());
    }

    /** Asks one server, or else one client. */
    private static @Nullable List<String> operations(List<Discovered.Endpoint> requests, Participant types) {
        return Stream.of(false, true)
                .flatMap(writer -> requests.stream()
                        .filter(each -> each.isWriter() == writer)
                        .limit(1))
                .map(each -> operations(each, types))
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse(null);
    }

    private static List<String> operations(Discovered.Endpoint requests, Participant types) {
        try {
            return OperationNames.in(types.typeMapping(requests, OF_TYPE)).values().stream()
                    .sorted()
                    .toList();
        } catch (DdsException e) { // it describes no type, or none in time
            return List.of();
        }
    }
}
