package dev.wherry.statistics;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The state of an endpoint at one moment, and its counters since it was created. They are always on. {@code Peer.statistics()}
 * returns those of a peer.
 */
public interface EndpointStatistics {
    /** Returns how many sessions are open, accepted and opened ones. */
    int sessions();

    /** Returns how many lanes are open, at both sides. */
    int lanes();

    /** Returns how many of the lanes use memory shared with the peer's process. */
    int memoryLanes();

    /** Returns how many calls were made and are not answered yet. */
    int callsOut();

    /**
     * Returns how many calls were received and are not answered yet; of those by reference within this JVM only the ones
     * that have a thread of their own.
     */
    int callsIn();

    /** Returns how many objects of this endpoint peers hold references to, bound ones not counted. */
    int exports();

    /** Returns how many references this endpoint holds to objects of peers, stubs of bound names not counted. */
    int imports();

    /**
     * Returns how many calls were sent in the sessions that this endpoint has opened, lookups included, by what carried them:
     * the scheme of the address, such as {@code tcp}, or {@code shm} where it was memory shared with the peer's process. Calls over
     * another protocol, such as {@code dds}, are counted by its scheme; one to all servers of a name counts once.
     * Callbacks to peers that have connected to this endpoint are not counted here but in the {@link #methods} of those. Calls
     * by reference within this JVM are not counted.
     */
    Map<String, Long> carried();

    /**
     * Returns how many of the {@link #callsIn} have not begun: they wait for a thread, for their turn in an order, or until the
     * peer has read what was sent before.
     */
    int callsWaiting();

    /**
     * Returns how many calls were received and refused before they ran, by the limit that refused them, such as {@code
     * callsInFlight} or {@code callsRunning of acme.Bank.report}. Under {@code threads} are those that waited for a thread for too
     * long. One-way calls are counted too, and calls that an authorizer or a missing method refused are not.
     */
    Map<String, Long> refused();

    /** Returns how many bytes wait at main links because peers have not read what was sent before. */
    long unsentBytes();

    /**
     * Returns how many class files were received from peers for tasks and their results. Those that this JVM had, or had from
     * another session, were not sent and are not counted.
     */
    long classesFetched();

    /** Returns how many calls this endpoint has made again, each attempt but the first counted. */
    long callsRepeated();

    /** Returns how many calls this endpoint has made at a second server, before the first one had answered. */
    long callsHedged();

    /** Returns the time since the endpoint was created, by its own clock. */
    Duration uptime();

    /**
     * Returns the methods that were served, in the order of their interfaces' and their own names, without those of the
     * registry. The peer that serves a call counts it; the caller does not.
     */
    List<MethodStatistics> methods();

    /** Returns what was carried, served and refused since {@code earlier}, and in which {@link #uptime}; all else is as it is now. */
    EndpointStatistics since(EndpointStatistics earlier);
}
