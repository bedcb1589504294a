package dev.wherry.internal.types;

import java.time.Duration;

/** Checks of the numbers and durations that callers of the API pass. {@code what} begins the message of a refusal. */
public final class Checks {
    private Checks() {}

    /** @throws IllegalArgumentException if the value is less than {@code least} */
    public static int atLeast(int least, int value, String what) {
        return (int) within(least, Long.MAX_VALUE, value, what);
    }

    /** @throws IllegalArgumentException if the value is less than {@code least} */
    public static long atLeast(long least, long value, String what) {
        return within(least, Long.MAX_VALUE, value, what);
    }

    /** @throws IllegalArgumentException if the value is less than {@code least} or greater than {@code most} */
    public static int within(int least, int most, int value, String what) {
        return (int) within((long) least, (long) most, (long) value, what);
    }

    private static long within(long least, long most, long value, String what) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " must be at least " + least
                    + (most == Long.MAX_VALUE ? "" : " and at most " + most) + ", not " + value);
        }
        return value;
    }

    /** @throws IllegalArgumentException if the duration is zero or negative */
    public static Duration positive(Duration value, String what) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(what + " must be above 0, not " + Seconds.text(value));
        }
        return value;
    }

    /** @throws IllegalArgumentException if the duration is negative */
    public static Duration notNegative(Duration value, String what) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(what + " must not be negative, as " + Seconds.text(value) + " is");
        }
        return value;
    }
}
