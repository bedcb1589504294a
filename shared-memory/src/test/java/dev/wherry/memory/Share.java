package dev.wherry.memory;

import java.util.stream.LongStream;

/**
 * Limits how many seeds of the long tier run: system property {@code wherry.share}, in percent. The seeds are the same each time.
 */
final class Share {
    private static final int PERCENT = Integer.getInteger("wherry.share", 100);

    private Share() {}

    /** Returns the seeds from {@code first} on: {@code all} of them at full share, and at least one. */
    static LongStream seeds(long first, int all) {
        return LongStream.range(first, first + Math.max(1, all * PERCENT / 100));
    }
}
