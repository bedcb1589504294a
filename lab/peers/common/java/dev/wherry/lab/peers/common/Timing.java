package dev.wherry.lab.peers.common;

import java.util.Hashtable;

/** The operations of the timing evaluation: calls with small and large content, and operations on objects. */
public interface Timing {
    /** Makes a remote call without arguments and result. */
    void remoteCall() throws Exception;

    /**
     * Exports the object that {@link #localCall} calls and {@link #bind} names. It does so the first time only, and is
     * not timed.
     */
    default void export() throws Exception {
        throw new UnsupportedOperationException("it has no objects of its own");
    }

    /** Makes a remote call like {@link #remoteCall}, through a stub of the object that this process has exported. */
    default void localCall() throws Exception {
        throw new UnsupportedOperationException("it has no objects of its own that it calls");
    }

    /** Makes an object and exports it. The returned action removes it. */
    default AutoCloseable create() throws Exception {
        throw new UnsupportedOperationException("its objects are not made one by one");
    }

    /** Gives the exported object a name, and takes the name from any other object. */
    default void bind(String name) throws Exception {
        throw new UnsupportedOperationException("its objects are not bound to names");
    }

    /** Returns the number of items; if one of them has the key "", a hash of all. */
    int hashtable(Hashtable<String, String> items) throws Exception;

    /** Returns the length of the text; if it begins with a question mark, its hash. */
    int string(String text) throws Exception;

    /** Returns the MD5 of a file of so many bytes at the server. */
    byte[] md5(int bytes) throws Exception;
}
