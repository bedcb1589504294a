package dev.wherry.lab.peers.common;

import java.util.Map;

/** A system under test, as the line protocol's program for Java uses it. */
public interface Adapter {
    /** Starts serving, in other threads, and returns the address that clients need: a word without blanks. */
    String serve(CountingService service) throws Exception;

    /**
     * A way to the server for one caller. Called once for each of them; a system whose stubs are meant to be shared
     * returns the same one.
     */
    Service connect(String address) throws Exception;

    /** A client of its own, with a connection of its own where the system lets one have it. */
    default Service client(String address) throws Exception {
        return connect(address);
    }

    /** Looks the object up, as a program does that has to find it first; what the system keeps meanwhile is kept. */
    default Service lookUp(String address) throws Exception {
        return client(address);
    }

    /** The serializer, found out at run time: by a call that shows it, not by what the adapter believes. */
    String serializer(Service service) throws Exception;

    /** Whether the server gets the very objects that were sent, which can only be within one process. */
    default boolean byReference() {
        return false;
    }

    /**
     * How many calls each transport has carried for this client since its start, by the system's own count and under
     * the names that {@code peer.toml} uses; empty where it does not count.
     */
    default Map<String, Long> carried() {
        return Map.of();
    }

    /** Versions of what is measured, as seen at run time by a client of this address; the Java version is added to them. */
    default Map<String, String> versions(String address) throws Exception {
        return Map.of();
    }

    /** What else shows by calls through this service when nobody else calls, and is told as versions are. */
    default Map<String, String> seen(Service service) throws Exception {
        return Map.of();
    }
}
