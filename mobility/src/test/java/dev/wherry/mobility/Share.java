package dev.wherry.mobility;

import java.util.stream.LongStream;

/** How much of the long tier runs: system property {@code wherry.share}, in percent; the first seeds, the same each time. */
public final class Share {
    private static final int PERCENT = Integer.getInteger("wherry.share", 100);

    private Share() {}

    /** So many seeds at full share, from {@code first} on; at least one. */
    public static LongStream seeds(long first, int all) {
        return LongStream.range(first, first + Math.max(1, all * PERCENT / 100));
    }
}
