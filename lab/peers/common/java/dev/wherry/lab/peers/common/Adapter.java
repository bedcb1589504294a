package dev.wherry.lab.peers.common;

import java.util.Map;

/** A system under test, as the line protocol's program for Java uses it. */
public interface Adapter {
    /** Starts serving on loopback, in other threads, and returns the address that clients need: a word without blanks. */
    String serve(CountingService service) throws Exception;

    /**
     * A way to the server for one calling thread. Called once for each of them; a system whose stubs are meant to be
     * shared returns the same one.
     */
    Service connect(String address) throws Exception;

    /** The serializer, found out at run time: by a call that shows it, not by what the adapter believes. */
    String serializer(Service service) throws Exception;

    /** Versions of what is measured, as seen at run time; the Java version is added to them. */
    default Map<String, String> versions() {
        return Map.of();
    }
}
