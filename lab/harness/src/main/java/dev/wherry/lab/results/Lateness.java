package dev.wherry.lab.results;

/**
 * How late callers were who had waited for a call to be due, in nanoseconds: what the waiting itself adds to the latencies of
 * an open loop. It counts in them, since they begin when the call is due.
 */
public record Lateness(long p50, long p99) {
    /** Refuses figures that cannot be. */
    public Lateness {
        InRange.check("p50", p50);
        InRange.check("p99", p99);
    }
}
