package dev.wherry.lab.results;

import java.util.Collection;
import java.util.stream.LongStream;

/** How long single calls of one round took, in nanoseconds, over all callers together. */
public record LatencyNanos(long min, long p50, long p90, long p99, long p999, long max, double mean, double stddev) {
    /** Refuses figures that cannot be. */
    public LatencyNanos {
        InRange.check("min", min);
        InRange.check("p50", p50);
        InRange.check("p90", p90);
        InRange.check("p99", p99);
        InRange.check("p999", p999);
        InRange.check("max", max);
        InRange.check("mean", mean);
        InRange.check("stddev", stddev);
    }

    /** Of a few single times, at least one; each percentile is one of them. */
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

    /** The least that no more than the rest exceed. */
    private static long at(double share, long[] sorted) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }
}
