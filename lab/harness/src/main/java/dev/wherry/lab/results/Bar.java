package dev.wherry.lab.results;

/**
 * A bar of a histogram of times.
 *
 * @param toNanos the longest time that counts here; the bar before has the shorter ones
 * @param calls how many took so long
 */
public record Bar(long toNanos, long calls) {
    /** Refuses figures that cannot be. */
    public Bar {
        InRange.check("toNanos", toNanos);
        InRange.check("calls", calls);
    }
}
