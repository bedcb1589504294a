package dev.wherry.internal.statistics;

import dev.wherry.statistics.EndpointStatistics;
import dev.wherry.statistics.MethodStatistics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The statistics of an endpoint, as they are sent to peers. */
public record EndpointCounts(
        int sessions,
        int lanes,
        int memoryLanes,
        int callsOut,
        int callsIn,
        int exports,
        int imports,
        Map<String, Long> carried,
        int callsWaiting,
        Map<String, Long> refused,
        long unsentBytes,
        long classesFetched,
        long callsRepeated,
        long callsHedged,
        Duration uptime,
        List<MethodCounts> served)
        implements EndpointStatistics {
    public EndpointCounts {
        carried = Map.copyOf(carried);
        refused = Map.copyOf(refused);
        served = List.copyOf(served);
    }

    @Override
    public List<MethodStatistics> methods() {
        return List.copyOf(served);
    }

    @Override
    public EndpointCounts since(EndpointStatistics earlier) {
        Map<List<String>, MethodStatistics> before = new HashMap<>();
        earlier.methods().forEach(then -> before.put(name(then), then));
        return new EndpointCounts(
                sessions,
                lanes,
                memoryLanes,
                callsOut,
                callsIn,
                exports,
                imports,
                since(carried, earlier.carried()),
                callsWaiting,
                since(refused, earlier.refused()),
                unsentBytes,
                classesFetched - earlier.classesFetched(),
                callsRepeated - earlier.callsRepeated(),
                callsHedged - earlier.callsHedged(),
                uptime.minus(earlier.uptime()),
                served.stream()
                        .map(now -> {
                            MethodStatistics then = before.get(name(now));
                            return then == null ? now : now.since(then);
                        })
                        .toList());
    }

    private static Map<String, Long> since(Map<String, Long> now, Map<String, Long> earlier) {
        Map<String, Long> since = new HashMap<>(now);
        earlier.forEach((name, before) -> since.computeIfPresent(name, (_, count) -> count - before));
        return since;
    }

    private static List<String> name(MethodStatistics method) {
        return List.of(method.type(), method.method());
    }
}
