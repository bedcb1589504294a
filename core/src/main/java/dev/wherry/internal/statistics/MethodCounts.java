package dev.wherry.internal.statistics;

import dev.wherry.statistics.Latencies;
import dev.wherry.statistics.MethodStatistics;

/** The statistics of a method, as they are sent to peers. */
public record MethodCounts(
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
        Latencies times)
        implements MethodStatistics {
    @Override
    public MethodCounts since(MethodStatistics earlier) {
        return new MethodCounts(
                type,
                method,
                running,
                failures - earlier.failures(),
                onLanes - earlier.onLanes(),
                onMemory - earlier.onMemory(),
                onLoops - earlier.onLoops(),
                onThreads - earlier.onThreads(),
                bytesIn - earlier.bytesIn(),
                bytesOut - earlier.bytesOut(),
                times.since(earlier.times()));
    }
}
