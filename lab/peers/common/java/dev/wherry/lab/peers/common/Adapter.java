package dev.wherry.lab.peers.common;

import java.util.Map;

/** A system under test, as the program for Java peers uses it. */
public interface Adapter {
    /** Starts serving in other threads, and returns the address that clients need, a word without blanks. */
    String serve(CountingService service) throws Exception;

    /**
     * Returns a service that reaches the server, for one caller. It is called once for each caller. A system whose
     * stubs are meant to be shared returns the same service.
     */
    Service connect(String address) throws Exception;

    /** Returns a separate client. It has its own connection if the system supports that. */
    default Service client(String address) throws Exception {
        return connect(address);
    }

    /** Looks the object up, as a program does that has to find it first. The system keeps its caches between look-ups. */
    default Service lookUp(String address) throws Exception {
        return client(address);
    }

    /** Returns the serializer. A call finds it out at run time, because an adapter may be wrong about it. */
    String serializer(Service service) throws Exception;

    /** Returns whether the server gets the same objects that were sent, which is possible only within one process. */
    default boolean byReference() {
        return false;
    }

    /**
     * Returns how many calls each transport has carried for this client since its start, as the system counts them, by
     * the names that {@code peer.toml} uses. The map is empty if the system does not count.
     */
    default Map<String, Long> carried() {
        return Map.of();
    }

    /**
     * Returns the versions of what is measured, as a client of this address sees them at run time. The Java version is
     * added to them.
     */
    default Map<String, String> versions(String address) throws Exception {
        return Map.of();
    }

    /**
     * Returns further facts that calls through this service show while nobody else calls. They are reported like
     * versions.
     */
    default Map<String, String> seen(Service service) throws Exception {
        return Map.of();
    }
}
