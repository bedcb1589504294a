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
        long unsentBytes,
        long classesFetched,
        long callsRepeated,
        long callsHedged,
        Duration uptime,
        List<MethodCounts> served)
        implements EndpointStatistics {
    public EndpointCounts {
        carried = Map.copyOf(carried);
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
        Map<String, Long> carriedSince = new HashMap<>(carried);
        earlier.carried().forEach((by, calls) -> carriedSince.computeIfPresent(by, (_, now) -> now - calls));
        return new EndpointCounts(
                sessions,
                lanes,
                memoryLanes,
                callsOut,
                callsIn,
                exports,
                imports,
                carriedSince,
                callsWaiting,
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

    private static List<String> name(MethodStatistics method) {
        return List.of(method.type(), method.method());
    }
}
