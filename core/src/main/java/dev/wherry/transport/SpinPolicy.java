package dev.wherry.transport;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decides whether a platform thread spins while it waits. A spin that the peer ends in time is the fastest wait there is. A spin
 * in vain takes the core away from the peer. So a thread stops spinning if that has not paid off. It tries again now and then,
 * less often each time that it was in vain. One core always stays free of spinning threads. A thread that may not spin yields a
 * few times before it sleeps: where many wait for each other, another thread may bring the input without a wake-up.
 */
public final class SpinPolicy {
    private static final long SPIN_NANOS = 20_000;
    private static final int SPINS = 16; // between two reads of the clock
    private static final int YIELDS = 4;
    /** Longer than a thread runs that only passes something on: a thread that computes has a whole slice of time. */
    private static final long LONG_YIELDS_NANOS = 1_000_000;

    /** Two of our own who spin for each other take one now and then; if it is one of three, another program has work. */
    private static final int LONG_YIELD = 2;

    private static final int MOST_LONG_YIELDS = 64;
    private static final long REST_NANOS = 100_000_000;

    public static final int SPINNERS = Runtime.getRuntime().availableProcessors() - 1;
    private static final AtomicInteger SPINNING = new AtomicInteger();

    private static final int GREATEST = 16;
    private static final int LEAST = -8;
    private static final int LOSS = 4;
    private static final int SOONEST = 64;
    private static final int LATEST = 1024;

    /** Somebody began to wait while as many spun as may. */
    private static volatile boolean crowded;

    private final boolean givesWay;
    private int score = LOSS;
    private int skipped;
    private int probe = SOONEST;
    private int longYields;
    private long sleepsUntil = System.nanoTime();

    /** @param givesWay whether a spin was in vain also where others began to wait meanwhile and could not spin */
    public SpinPolicy(boolean givesWay) {
        this.givesWay = givesWay;
    }

    /** The input for which a thread waits. */
    public interface Sign {
        boolean isThere() throws IOException;
    }

    /** Spins or yields for a moment if that pays now. Returns whether the input is there. */
    public boolean sees(Sign sign) throws IOException {
        return begins() ? spins(sign) : yields(sign);
    }

    private boolean spins(Sign sign) throws IOException {
        boolean there = false;
        try {
            long start = System.nanoTime();
            do {
                for (int i = 0; i < SPINS && !there; i++) {
                    Thread.onSpinWait();
                    there = sign.isThere();
                }
            } while (!there && System.nanoTime() - start < SPIN_NANOS);
        } finally {
            ends(there);
        }
        return there;
    }

    @SuppressWarnings("ThreadPriorityCheck") // a yield too few or too many costs time and nothing else
    private boolean yields(Sign sign) throws IOException {
        long start = System.nanoTime();
        if (!mayYield(start)) {
            return false;
        }
        boolean there = false;
        long now = start;
        for (int i = 0; i < YIELDS && !there && !isLong(start, now); i++) {
            Thread.yield();
            there = sign.isThere();
            now = System.nanoTime();
        }
        yielded(start, now);
        return there;
    }

    boolean mayYield(long now) {
        return now - sleepsUntil >= 0;
    }

    void yielded(long start, long end) {
        if (!isLong(start, end)) {
            longYields = Math.max(0, longYields - 1);
            return;
        }
        longYields = Math.min(MOST_LONG_YIELDS, longYields + LONG_YIELD);
        if (longYields == MOST_LONG_YIELDS) {
            sleepsUntil = end + REST_NANOS;
        }
    }

    private static boolean isLong(long start, long end) {
        return end - start > LONG_YIELDS_NANOS;
    }

    /** If so, {@link #ends} must follow. */
    boolean begins() {
        if (SPINNING.get() >= SPINNERS) {
            if (!crowded) {
                crowded = true;
            }
            return false;
        }
        if (score <= 0 && ++skipped < probe) {
            return false;
        }
        skipped = 0;
        crowded = false;
        boolean free = SPINNING.getAndIncrement() < SPINNERS;
        if (!free) {
            SPINNING.decrementAndGet();
        }
        return free;
    }

    void ends(boolean seen) {
        boolean paidOff = seen && !(givesWay && crowded);
        SPINNING.decrementAndGet();
        probe = paidOff ? SOONEST : Math.min(LATEST, score > 0 ? SOONEST : 2 * probe);
        score = paidOff ? Math.min(GREATEST, score + 1) : Math.max(LEAST, score - LOSS);
    }
}
