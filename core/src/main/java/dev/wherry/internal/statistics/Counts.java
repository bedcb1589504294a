package dev.wherry.internal.statistics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Counts of one method. One thread at a time counts, and any thread may read meanwhile. */
final class Counts {
    /** Behind the modes. */
    static final int FAILURES = 4;

    static final int BYTES_IN = FAILURES + 1;
    static final int BYTES_OUT = FAILURES + 2;
    static final int SIZE = FAILURES + 3;

    private static final VarHandle NUMBERS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] numbers = new long[SIZE];
    private final Histogram times = new Histogram();

    void count(Mode mode, long nanos, long in, long out, boolean failed) {
        times.count(nanos);
        add(BYTES_IN, in);
        add(BYTES_OUT, out);
        if (failed) {
            add(FAILURES, 1);
        }
        add(mode.index, 1);
    }

    private void add(int index, long count) {
        NUMBERS.setOpaque(numbers, index, numbers[index] + count);
    }

    void addTo(long[] sum, long[] sumOfTimes) {
        for (int i = 0; i < SIZE; i++) {
            sum[i] += (long) NUMBERS.getOpaque(numbers, i);
        }
        times.addTo(sumOfTimes);
    }
}
