package dev.wherry.testsupport;

import java.util.stream.LongStream;

/**
 * The share of the long tier that runs: system property {@code wherry.share}, in percent, 100 by default. The seeds of a
 * smaller share are the first ones of a larger share.
 */
public final class Share {
    private static final int PERCENT = Integer.getInteger("wherry.share", 100);

    private Share() {}

    /** Returns the share of {@code all} seeds, at least one, which begin with {@code first}. */
    public static LongStream seeds(long first, int all) {
        return LongStream.range(first, first + Math.max(1, (long) all * PERCENT / 100));
    }
}
