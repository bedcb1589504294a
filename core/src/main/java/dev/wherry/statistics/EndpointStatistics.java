package dev.wherry.statistics;

import dev.wherry.Peer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What an endpoint holds at one moment, and what it has done until then. Nothing has to be switched on. It can be asked
 * of a peer too, see {@link Peer#statistics()}.
 *
 * @param sessions open, those that came in and those that went out
 * @param lanes open at both sides
 * @param memoryLanes those of them that go over memory shared with the peer's process
 * @param callsOut made and not answered yet
 * @param callsIn taken in and not answered yet; by reference within this JVM only those with a thread of their own
 * @param exports objects of ours that peers hold references to; bound names do not count
 * @param imports references that we hold to objects of peers; stubs of bound names do not count
 * @param carried calls sent, since the endpoint's start, in the sessions that it has opened, lookups included, by what has
 *     carried them: the scheme of the address, such as {@code tcp}, or {@code shm} where it was memory shared with the
 *     peer's process. Callbacks to peers that have connected to this endpoint do not count, and show in the {@code methods}
 *     of those; nor do calls by reference within this JVM, which nothing carries
 * @param callsWaiting those of {@code callsIn} that have not begun: they wait for a thread, for their turn in an order, or
 *     for the peer to take what was sent before
 * @param unsentBytes that wait at main links because peers have not read what was sent before
 * @param classesFetched class files that have come from peers for tasks and their results; those that were known already, to
 *     this JVM or from another session, do not count, since they did not come
 * @param uptime since the endpoint was created, by its own clock
 * @param methods that were served, in the order of their interfaces' and their own names; not those of the registry. Of
 *     calls made, all that is told by method is told by the peer that has served them
 */
public record EndpointStatistics(
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
        Duration uptime,
        List<MethodStatistics> methods) {
    public EndpointStatistics {
        carried = Map.copyOf(carried);
        methods = List.copyOf(methods);
    }

    /** What has been carried and served since, and in which time ({@code uptime}); all else is as it is now. */
    public EndpointStatistics since(EndpointStatistics earlier) {
        Map<List<String>, MethodStatistics> before = earlier.methods.stream()
                .collect(Collectors.toMap(EndpointStatistics::name, Function.identity(), (a, b) -> b));
        return new EndpointStatistics(
                sessions,
                lanes,
                memoryLanes,
                callsOut,
                callsIn,
                exports,
                imports,
                carried.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                each -> each.getValue() - earlier.carried.getOrDefault(each.getKey(), 0L))),
                callsWaiting,
                unsentBytes,
                classesFetched - earlier.classesFetched,
                uptime.minus(earlier.uptime),
                methods.stream()
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
