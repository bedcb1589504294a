package dev.wherry.internal.statistics;

import dev.wherry.statistics.Latencies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts times in buckets, 16 for each power of two: exact below 32 ns, and above to a sixteenth. Rows of 16 are made when
 * they are needed, so that a method of steady times takes well under 1 KiB, and any at most 6 KiB. One thread at a time
 * counts; any may read meanwhile.
 */
final class Histogram {
    private static final int BITS = 4;
    private static final int ROW = 1 << BITS;
    /** All times above are counted in one more bucket. */
    private static final long LONGEST = (1L << 40) - 1;

    private static final int BEYOND = index(LONGEST) + 1;
    private static final VarHandle ROWS = MethodHandles.arrayElementVarHandle(long[][].class);
    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] @Nullable [] rows = new long[BEYOND / ROW + 1][];

    /** By the one thread. */
    void count(long nanos) {
        int index = nanos > LONGEST ? BEYOND : index(Math.max(0, nanos));
        long[] row = rows[index / ROW];
        if (row == null) {
            row = new long[ROW];
            ROWS.setRelease(rows, index / ROW, row);
        }
        COUNTS.setOpaque(row, index % ROW, row[index % ROW] + 1);
    }

    private static int index(long nanos) {
        int shift = Math.max(0, Long.SIZE - BITS - 1 - Long.numberOfLeadingZeros(nanos));
        return shift * ROW + (int) (nanos >>> shift);
    }

    private static long atMost(int index) {
        if (index == BEYOND) {
            return Long.MAX_VALUE;
        }
        int shift = Math.max(0, index / ROW - 1);
        return ((index - shift * ROW + 1L) << shift) - 1;
    }

    /** By any thread: adds all counts to those of {@link #sum}. */
    void addTo(long[] sum) {
        for (int r = 0; r < rows.length; r++) {
            long[] row = (long[]) ROWS.getAcquire(rows, r);
            for (int i = 0; row != null && i < ROW; i++) {
                sum[r * ROW + i] += (long) COUNTS.getOpaque(row, i);
            }
        }
    }

    static long[] sum() {
        return new long[(BEYOND / ROW + 1) * ROW];
    }

    static Latencies latencies(long[] sum) {
        List<Latencies.Bucket> buckets = new ArrayList<>();
        for (int i = 0; i <= BEYOND; i++) {
            if (sum[i] > 0) {
                buckets.add(new Latencies.Bucket(atMost(i), sum[i]));
            }
        }
        return new Latencies(buckets);
    }
}
