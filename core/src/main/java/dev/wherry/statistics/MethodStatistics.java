package dev.wherry.statistics;

/**
 * The calls of one method that an endpoint has served since it was created. A call is counted when its answer is made, also if it
 * failed. Calls by reference within the JVM, and calls that were refused before a method was found, are not counted.
 */
public interface MethodStatistics {
    /** Returns the interface's class name. */
    String type();

    /** Returns name and erased descriptor, such as {@code transfer(Lacme/Account;J)V}. */
    String method();

    /** Returns how many calls run now. Of those on a loop only the ones that run long are counted. */
    int running();

    /** Returns how many calls failed: the method threw, it was stopped, or its values could not be sent. */
    long failures();

    /** Returns how many calls ran on the thread of a lane over a socket. */
    long onLanes();

    /** Returns how many calls ran on the thread of a lane over shared memory. */
    long onMemory();

    /** Returns how many calls ran on the thread that read them from a main link, at {@code shm:} addresses too. */
    long onLoops();

    /** Returns how many calls of a main link ran on a virtual thread of their own, or on a thread of another protocol. */
    long onThreads();

    /** Returns the bytes of calls as they were received, heads of frames included, definitions not. 0 over another protocol. */
    long bytesIn();

    /** Returns the bytes of answers, counted as {@link #bytesIn}. */
    long bytesOut();

    /**
     * Returns how long each call took, from when its arguments began to be decoded to when its result was encoded. Over another
     * protocol to when the result was known.
     */
    Latencies times();

    /** Returns how many calls were served. */
    default long calls() {
        return onLanes() + onMemory() + onLoops() + onThreads();
    }

    /** Returns what was served since {@code earlier}; {@link #running} is as it is now. */
    MethodStatistics since(MethodStatistics earlier);
}
