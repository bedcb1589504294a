package dev.wherry.lab.results;

import org.jspecify.annotations.Nullable;

/** What was counted or measured is a number, and neither below zero nor beyond all sense. */
public final class InRange {
    /** Beyond this a number in JSON need not be whole; and sums of what many clients tell stay numbers. */
    private static final long MOST = 1L << 53;

    private InRange() {}

    /** Refuses a figure that cannot be; nobody having counted can. */
    public static void check(String figure, @Nullable Number value) {
        if (value != null && !(value.doubleValue() >= 0 && value.doubleValue() <= MOST)) {
            throw new IllegalArgumentException("%s is %s".formatted(figure, value));
        }
    }
}
