package dev.wherry.lab.results;

import java.util.Collection;
import java.util.stream.LongStream;

/** The times of the calls of a round in nanoseconds, over all callers. */
public record LatencyNanos(long min, long p50, long p90, long p99, long p999, long max, double mean, double stddev) {
    public LatencyNanos {
        InRange.check("min p50 p90 p99 p999 max mean stddev", min, p50, p90, p99, p999, max, mean, stddev);
    }

    /** Computes them from single times, of which there is at least one. Each percentile is one of these times. */
    public static LatencyNanos of(Collection<Long> nanos) {
        long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
        double mean = LongStream.of(sorted).average().orElseThrow();
        double variance = LongStream.of(sorted)
                .mapToDouble(each -> (each - mean) * (each - mean))
                .average()
                .orElseThrow();
        return new LatencyNanos(
                sorted[0],
                at(0.5, sorted),
                at(0.9, sorted),
                at(0.99, sorted),
                at(0.999, sorted),
                sorted[sorted.length - 1],
                mean,
                Math.sqrt(variance));
    }

    private static long at(double share, long[] sorted) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }
}
