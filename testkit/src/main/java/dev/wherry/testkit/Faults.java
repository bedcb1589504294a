package dev.wherry.testkit;

import java.time.Duration;

/**
 * What goes wrong on a {@link FaultyLink} or in a {@link FaultyRelay}. Immutable; start from {@link #none()}. Counts of
 * bytes hold for each direction by itself.
 *
 * @param slice reads and writes carry at most this many bytes at a time, a random number from 1
 * @param delay before each read or write, random, at most this long
 * @param cutAfter bytes after which the link is closed, in the middle of whatever is under way
 * @param stallAfter bytes after which nothing moves any more, until the link is closed
 * @param swallowAfter bytes after which writes succeed and nothing arrives, as when a cable is pulled
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
