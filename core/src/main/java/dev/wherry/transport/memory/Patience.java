package dev.wherry.transport.memory;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether a wait is worth spinning for. A spin that the peer ends within its time is the fastest wait there is; one in
 * vain takes the core away from the very peer that it waits for. So spinning is given up where it has not paid off, tried
 * again now and then, less often each time that it is in vain, and never done by so many that no core is left.
 */
final class Patience {
    static final int SPINNERS = Runtime.getRuntime().availableProcessors() - 1;
    private static final AtomicInteger SPINNING = new AtomicInteger();

    private static final int GREATEST = 16;
    private static final int LEAST = -8;
    private static final int LOSS = 4;
    private static final int SOONEST = 64;
    private static final int LATEST = 1024;

    private int score = LOSS;
    private int skipped;
    private int probe = SOONEST;

    /** If so, {@link #ends} must follow. */
    boolean begins() {
        if (score <= 0 && ++skipped < probe) {
            return false;
        }
        skipped = 0;
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
        probe = paidOff ? SOONEST : Math.min(LATEST, score > 0 ? SOONEST : 2 * probe);
        score = paidOff ? Math.min(GREATEST, score + 1) : Math.max(LEAST, score - LOSS);
    }
}
