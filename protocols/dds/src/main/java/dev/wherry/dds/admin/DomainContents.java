package dev.wherry.dds.admin;

import dev.wherry.dds.Discovery;
import dev.wherry.dds.engine.Discovered;
import dev.wherry.dds.engine.Qos;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The participants and endpoints that are in a domain now, as discovery has reported them. For any thread; one at a time accepts. */
public final class DomainContents {
    /** The most participants and endpoints. Further ones are left out. */
    private static final int MOST = 20_000;

    private final Map<String, Discovered> all = new ConcurrentHashMap<>();
    private volatile boolean complete = true;

    /** Applies a report. Returns what was known under its GUID before; null if nothing was. */
    public @Nullable Discovered accept(Discovered report) {
        if (report instanceof Discovered.Gone gone) {
            return all.remove(gone.guid());
        }
        if (all.size() >= MOST && !all.containsKey(report.guid())) {
            complete = false;
            return report;
        }
        return all.put(report.guid(), report);
    }

    /** Returns false if the domain had more than fits. */
    public boolean isComplete() {
        return complete;
    }

    /** Returns the participants, this one too. */
    public List<Discovered.Member> members() {
        return all(Discovered.Member.class);
    }

    /** Returns the readers and writers, those of this participant too. */
    public List<Discovered.Endpoint> endpoints() {
        return all(Discovered.Endpoint.class);
    }

    private <D extends Discovered> List<D> all(Class<D> kind) {
        return all.values().stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Returns a participant as programs see it. */
    public static Discovery.Participant view(Discovered.Member member) {
        Map<Discovered.Property, String> properties = member.properties();
        return new Discovery.Participant(
                member.guid(),
                properties.getOrDefault(Discovered.Property.HOST, ""),
                properties.getOrDefault(Discovered.Property.PROCESS, ""),
                properties.getOrDefault(Discovered.Property.PROCESS_ID, ""));
    }

    /** Returns a reader or a writer as programs see it. */
    public static Discovery.Endpoint view(Discovered.Endpoint endpoint) {
        Qos qos = endpoint.qos();
        return new Discovery.Endpoint(
                endpoint.guid(),
                endpoint.participant(),
                endpoint.isWriter(),
                endpoint.topic(),
                endpoint.type(),
                qos == null ? Map.of() : Policy.texts(qos));
    }
}
