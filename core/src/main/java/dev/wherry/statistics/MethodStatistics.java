package dev.wherry.statistics;

/**
 * What an endpoint has served of one method since it was created. Calls are counted when their answer is made, failed
 * ones included; those by reference within the JVM are not, nor are those that were refused before a method was found.
 *
 * @param type the interface's class name
 * @param method name and erased descriptor, as {@code transfer(Lacme/Account;J)V}
 * @param running now; on a loop only those that last
 * @param failures of the calls: the method threw, was stopped, or its values could not travel
 * @param onLanes of the calls: on the thread of a lane over a socket
 * @param onMemory of the calls: on the thread of a lane over shared memory
 * @param onLoops of the calls: on the thread that read it from a main link, at {@code shm:} addresses too
 * @param onThreads of the calls: from a main link on a virtual thread of its own
 * @param bytesIn of calls, as they came, heads of frames included; definitions not
 * @param bytesOut of answers, counted alike
 * @param times from when the arguments begin to be decoded to when the result is encoded, of each call
 */
public record MethodStatistics(
        String type,
        String method,
        int running,
        long failures,
        long onLanes,
        long onMemory,
        long onLoops,
        long onThreads,
        long bytesIn,
        long bytesOut,
        Latencies times) {
    public long calls() {
        return onLanes + onMemory + onLoops + onThreads;
    }

    /** What has come since; {@code running} is as it is now. */
    public MethodStatistics since(MethodStatistics earlier) {
        return new MethodStatistics(
                type,
                method,
                running,
                failures - earlier.failures,
                onLanes - earlier.onLanes,
                onMemory - earlier.onMemory,
                onLoops - earlier.onLoops,
                onThreads - earlier.onThreads,
                bytesIn - earlier.bytesIn,
                bytesOut - earlier.bytesOut,
                times.since(earlier.times));
    }
}
