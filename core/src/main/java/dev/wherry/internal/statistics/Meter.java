package dev.wherry.internal.statistics;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the calls that one thread serves, by a few additions for each. For one thread at a time. */
public final class Meter {
    private final Map<Tally, Counts> taken = new HashMap<>();
    private @Nullable Tally last;
    private @Nullable Counts lastCounts;

    /**
     * @param nanos that it took
     * @param in bytes of the call
     * @param out bytes of its answer
     */
    public void count(Tally tally, Mode mode, long nanos, long in, long out, boolean failed) {
        Counts counts = lastCounts;
        if (tally != last || counts == null) {
            counts = taken.computeIfAbsent(tally, Tally::take);
            last = tally;
            lastCounts = counts;
        }
        counts.count(mode, nanos, in, out, failed);
    }

    /** The thread counts no more. */
    public void close() {
        taken.forEach(Tally::give);
        taken.clear();
        last = null;
        lastCounts = null;
    }
}
