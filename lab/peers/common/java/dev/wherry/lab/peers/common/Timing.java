package dev.wherry.lab.peers.common;

import java.util.Hashtable;

/** What the timing evaluation took the time of: calls with little and with much to carry, and what is done to objects. */
public interface Timing {
    /** A remote call with neither argument nor result. */
    void remoteCall() throws Exception;

    /** Exports the object that {@link #localCall} calls and {@link #bind} names; the first time alone, and off the clock. */
    default void export() throws Exception {
        throw new UnsupportedOperationException("it has no objects of its own");
    }

    /** A remote call as {@link #remoteCall}, through a stub of the object that this process has exported. */
    default void localCall() throws Exception {
        throw new UnsupportedOperationException("it has no objects of its own that it calls");
    }

    /** Makes an object and exports it; what is returned takes it back. */
    default AutoCloseable create() throws Exception {
        throw new UnsupportedOperationException("its objects are not made one by one");
    }

    /** Gives the object that has been exported a name, in place of any other that has it. */
    default void bind(String name) throws Exception {
        throw new UnsupportedOperationException("its objects are not bound to names");
    }

    /** Answers with the number of items; where one of them has the key "", with a hash of all. */
    int hashtable(Hashtable<String, String> items) throws Exception;

    /** Answers with the text's length; where it begins with a question mark, with its hash. */
    int string(String text) throws Exception;

    /** Answers with the MD5 of a file of so many bytes, which lies at the server. */
    byte[] md5(int bytes) throws Exception;
}
