package dev.wherry.transport.memory;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether a wait is worth spinning for. A spin that the peer ends within its time is the fastest wait there is; one in
 * vain takes the core away from the very peer that it waits for. So spinning is given up where it has not paid off, tried
 * again now and then, and never done by so many that no core is left.
 */
final class Patience {
    static final int SPINNERS = Runtime.getRuntime().availableProcessors() - 1;
    private static final AtomicInteger SPINNING = new AtomicInteger();

    private static final int GREATEST = 16;
    private static final int LEAST = -8;
    private static final int LOSS = 4;
    private static final int PROBE = 64;

    private int score = LOSS;
    private int skipped;

    /** If so, {@link #ends} must follow. */
    boolean begins() {
        if (score <= 0 && ++skipped % PROBE != 0) {
            return false;
        }
        if (SPINNING.get() >= SPINNERS) {
            return false;
        }
        boolean free = SPINNING.getAndIncrement() < SPINNERS;
        if (!free) {
            SPINNING.decrementAndGet();
        }
        return free;
    }

    void ends(boolean paidOff) {
        SPINNING.decrementAndGet();
        score = paidOff ? Math.min(GREATEST, score + 1) : Math.max(LEAST, score - LOSS);
    }
}
