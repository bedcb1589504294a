package dev.wherry.testkit;

import java.util.stream.LongStream;

/**
 * How much of the long tier runs: system property {@code wherry.share}, in percent, by default 100. Whatever the share, the
 * seeds are the same each time, the first ones of the whole.
 */
public final class Share {
    private static final int PERCENT = Integer.getInteger("wherry.share", 100);

    private Share() {}

    /** The share of so many iterations, at least one. */
    public static int of(int all) {
        return (int) Math.max(1, (long) all * PERCENT / 100);
    }

    /** The share of so many seeds, from {@code first} on. */
    public static LongStream seeds(long first, int all) {
        return LongStream.range(first, first + of(all));
    }
}
