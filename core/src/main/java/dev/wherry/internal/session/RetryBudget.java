package dev.wherry.internal.session;

import java.util.concurrent.TimeUnit;

/**
 * Limits how many calls to one peer are made again, so that a server that fails is not loaded with repeated calls. In any ten
 * seconds it allows a twentieth of the calls of that time, and at least ten. Reads no clock. For any thread.
 */
final class RetryBudget {
    static final int ALWAYS = 10;
    private static final int SHARE = 20;
    private static final int SLOTS = 10;
    private static final long SLOT = TimeUnit.SECONDS.toNanos(1);

    /** By second, the present one at {@code slot % SLOTS}; calls that were made again are among the calls. */
    private final long[] calls = new long[SLOTS];

    private final long[] repeated = new long[SLOTS];
    private final long start;
    private long slot = SLOTS;
    private long counted;

    /** @param now the clock's time, as for all methods */
    RetryBudget(long now) {
        start = now - SLOTS * SLOT;
    }

    /** Begins with a new session, whose calls are counted from zero. */
    synchronized void opened(long now) {
        advance(now);
        counted = 0;
    }

    /**
     * Returns whether one more call may be made again, which is then counted.
     *
     * @param made the calls of the session so far, repeated ones included
     */
    synchronized boolean tryTake(long made, long now) {
        long before = slot;
        advance(now);
        spread(Math.max(0, made - counted), slot - before + 1);
        counted = made;
        long again = sum(repeated);
        if (again >= Math.max(ALWAYS, (sum(calls) - again) / SHARE)) {
            return false;
        }
        repeated[(int) (slot % SLOTS)]++;
        return true;
    }

    /** Clears what is older than ten seconds. */
    private void advance(long now) {
        long present = Math.max(slot, (now - start) / SLOT);
        for (long each = Math.max(slot + 1, present - SLOTS + 1); each <= present; each++) {
            calls[(int) (each % SLOTS)] = 0;
            repeated[(int) (each % SLOTS)] = 0;
        }
        slot = present;
    }

    /** Counts calls that were made in the last seconds, as if they were made evenly. */
    private void spread(long fresh, long seconds) {
        for (long i = 0; i < Math.min(seconds, SLOTS); i++) {
            calls[(int) ((slot - i) % SLOTS)] += fresh / seconds + (i < fresh % seconds ? 1 : 0);
        }
    }

    private static long sum(long[] counts) {
        long sum = 0;
        for (long each : counts) {
            sum += each;
        }
        return sum;
    }
}
