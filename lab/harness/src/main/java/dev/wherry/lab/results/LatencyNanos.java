package dev.wherry.lab.results;

/** How long single calls of one round took, in nanoseconds, over all callers together. */
public record LatencyNanos(long min, long p50, long p90, long p99, long p999, long max, double mean, double stddev) {}
