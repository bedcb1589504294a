package dev.wherry.testkit;

import java.util.stream.LongStream;

/**
 * The share of the long tier that runs: system property {@code wherry.share}, in percent, 100 by default. The seeds of
 * a smaller share are the first ones of a larger share.
 */
public final class Share {
    private static final int PERCENT = Integer.getInteger("wherry.share", 100);

    private Share() {}

    /** Returns the share of a number of iterations, at least 1. */
    public static int of(int all) {
        return (int) Math.max(1, (long) all * PERCENT / 100);
    }

    /** Returns the share of a number of seeds, which begin with {@code first}. */
    public static LongStream seeds(long first, int all) {
        return LongStream.range(first, first + of(all));
    }
}
