package dev.wherry;

import java.util.Map;

/**
 * What an endpoint holds at one moment, and what it has done.
 *
 * @param sessions open, those that came in and those that went out
 * @param lanes open at both sides
 * @param memoryLanes those of them that go over memory shared with the peer's process
 * @param callsOut made and not answered yet
 * @param callsIn taken in and not answered yet; by reference within this JVM only those with a thread of their own
 * @param exports objects of ours that peers hold references to; bound names do not count
 * @param imports references that we hold to objects of peers; stubs of bound names do not count
 * @param carried calls made, since the endpoint's start, to where it has connected, by what has carried them: a URI scheme
 *     such as {@code tcp}, or {@code shm}, memory shared with the peer's process; callbacks to who has connected to this
 *     endpoint do not count
 */
public record EndpointStatistics(
        int sessions,
        int lanes,
        int memoryLanes,
        int callsOut,
        int callsIn,
        int exports,
        int imports,
        Map<String, Long> carried) {
    public EndpointStatistics {
        carried = Map.copyOf(carried);
    }
}
