package dev.wherry.testkit.faults;

import java.time.Duration;

/**
 * The faults of a {@link FaultyLink} or of a connection of a {@link FaultyRelay}. Immutable; start from {@link #none()}, and
 * combine what you need. Counts of bytes apply to each direction separately.
 *
 * @param slice the most bytes that one read or write carries; the number is random, from 1
 * @param delay the longest delay before each read or write; the delay is random
 * @param bytesPerSecond the rate at which bytes are carried
 * @param cutAfter the number of bytes after which the link is closed, in the middle of a transfer
 * @param resetAfter the number of bytes after which the link is reset, as if the peer's host had crashed and started again
 * @param stallAfter the number of bytes after which no byte moves until the link is closed
 * @param swallowAfter the number of bytes after which writes succeed but nothing arrives, as when a cable is pulled
 * @param corruptAfter the number of bytes after which one byte arrives with a wrong bit
 */
public record Faults(
        int slice,
        Duration delay,
        int bytesPerSecond,
        long cutAfter,
        long resetAfter,
        long stallAfter,
        long swallowAfter,
        long corruptAfter) {
    private static final long NEVER = Long.MAX_VALUE;
    private static final Faults NONE =
            new Faults(Integer.MAX_VALUE, Duration.ZERO, Integer.MAX_VALUE, NEVER, NEVER, NEVER, NEVER, NEVER);

    /** Checks that a slice and a rate are positive. */
    public Faults {
        if (slice < 1) {
            throw new IllegalArgumentException("A slice has at least 1 byte; this has " + slice);
        }
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException("A rate is at least 1 byte per second; this is " + bytesPerSecond);
        }
    }

    /** Returns no faults. */
    public static Faults none() {
        return NONE;
    }

    /** Returns these faults with this limit of bytes for one read or write. */
    public Faults slice(int most) {
        return new Faults(most, delay, bytesPerSecond, cutAfter, resetAfter, stallAfter, swallowAfter, corruptAfter);
    }

    /** Returns these faults with random delays, of which this is the longest. */
    public Faults delay(Duration most) {
        return new Faults(slice, most, bytesPerSecond, cutAfter, resetAfter, stallAfter, swallowAfter, corruptAfter);
    }

    /** Returns these faults with this rate. At a rate of 1, one byte is carried each second. */
    public Faults bytesPerSecond(int rate) {
        return new Faults(slice, delay, rate, cutAfter, resetAfter, stallAfter, swallowAfter, corruptAfter);
    }

    /** Returns these faults, with the link closed after so many bytes. */
    public Faults cutAfter(long bytes) {
        return new Faults(slice, delay, bytesPerSecond, bytes, resetAfter, stallAfter, swallowAfter, corruptAfter);
    }

    /** Returns these faults, with the link reset after so many bytes. */
    public Faults resetAfter(long bytes) {
        return new Faults(slice, delay, bytesPerSecond, cutAfter, bytes, stallAfter, swallowAfter, corruptAfter);
    }

    /** Returns these faults, with the link stalled after so many bytes. */
    public Faults stallAfter(long bytes) {
        return new Faults(slice, delay, bytesPerSecond, cutAfter, resetAfter, bytes, swallowAfter, corruptAfter);
    }

    /** Returns these faults, with all that is written after so many bytes lost. */
    public Faults swallowAfter(long bytes) {
        return new Faults(slice, delay, bytesPerSecond, cutAfter, resetAfter, stallAfter, bytes, corruptAfter);
    }

    /** Returns these faults, with a wrong bit in the byte after so many bytes. */
    public Faults corruptAfter(long bytes) {
        return new Faults(slice, delay, bytesPerSecond, cutAfter, resetAfter, stallAfter, swallowAfter, bytes);
    }
}
