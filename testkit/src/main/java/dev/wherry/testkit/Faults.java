package dev.wherry.testkit;

import java.time.Duration;

/**
 * The faults of a {@link FaultyLink} or a {@link FaultyRelay}. Immutable; start from {@link #none()}. Counts of bytes
 * apply to each direction separately.
 *
 * @param slice the most bytes that one read or write carries; the number is random, from 1
 * @param delay the longest delay before each read or write; the delay is random
 * @param cutAfter the number of bytes after which the link is closed, in the middle of a transfer
 * @param stallAfter the number of bytes after which no byte moves until the link is closed
 * @param swallowAfter the number of bytes after which writes succeed but nothing arrives, as when a cable is pulled
 */
public record Faults(int slice, Duration delay, long cutAfter, long stallAfter, long swallowAfter) {
    private static final Faults NONE =
            new Faults(Integer.MAX_VALUE, Duration.ZERO, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    public Faults {
        if (slice < 1) {
            throw new IllegalArgumentException("A slice has at least 1 byte; this has " + slice);
        }
    }

    public static Faults none() {
        return NONE;
    }

    public Faults slice(int most) {
        return new Faults(most, delay, cutAfter, stallAfter, swallowAfter);
    }

    public Faults delay(Duration most) {
        return new Faults(slice, most, cutAfter, stallAfter, swallowAfter);
    }

    public Faults cutAfter(long bytes) {
        return new Faults(slice, delay, bytes, stallAfter, swallowAfter);
    }

    public Faults stallAfter(long bytes) {
        return new Faults(slice, delay, cutAfter, bytes, swallowAfter);
    }

    public Faults swallowAfter(long bytes) {
        return new Faults(slice, delay, cutAfter, stallAfter, bytes);
    }
}
