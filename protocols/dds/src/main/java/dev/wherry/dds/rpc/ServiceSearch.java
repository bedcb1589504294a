package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits until a service is found. The two ends find each other at different moments, and what is sent before both have is lost. So the
 * search sends probes until one is answered. A service of another vendor may not answer those: it counts as found after a while.
 */
final class ServiceSearch {
    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(320);
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(2);

    /** After which a server with other policies counts as the only one. */
    private static final long MISMATCH = TimeUnit.MILLISECONDS.toNanos(500);

    /** After which two servers are two: one that was killed is given up before, by the default lease. */
    private static final long SEVERAL = TimeUnit.SECONDS.toNanos(3);

    private final BooleanSupplier matched;
    private final Supplier<String> mismatch;
    private final Runnable probe;
    private final BooleanSupplier answered;
    private final BooleanSupplier isOne;
    private long mismatchSince;

    /**
     * @param matched whether requests and replies have a counterpart
     * @param mismatch what keeps a server from being a counterpart; empty if none was seen
     * @param probe sends one
     * @param answered whether a probe was answered
     * @param isOne whether there are not more servers than may be
     */
    ServiceSearch(
            BooleanSupplier matched,
            Supplier<String> mismatch,
            Runnable probe,
            BooleanSupplier answered,
            BooleanSupplier isOne) {
        this.matched = matched;
        this.mismatch = mismatch;
        this.probe = probe;
        this.answered = answered;
        this.isOne = isOne;
    }

    /**
     * Searches.
     *
     * @param what is searched, for messages
     * @throws CallException NOT_FOUND if it was not found in time, REFUSED if its policies or types do not fit or there are several,
     *     CANCELLED if the thread was interrupted
     */
    void run(Duration limit, String what) {
        long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(limit);
        if (!isBefore(end, () -> isMatched(what), what)) {
            throw new CallException(
                    Code.NOT_FOUND,
                    "No server of " + what + " was found within " + limit.toMillis()
                            + " ms. Check that it runs, that both sides use one network interface, and that their"
                            + " interfaces have the same methods");
        }
        awaitAnswer(earlier(end, SILENCE), what);
        if (!isBefore(earlier(end, SEVERAL), isOne, what)) {
            throw new CallException(
                    Code.REFUSED,
                    "Several servers of " + what + " were found, and each would run every call. Stop all but one, or"
                            + " set 'replication' in the options of all servers and clients");
        }
    }

    private void awaitAnswer(long end, String what) {
        for (long pause = FIRST_PAUSE; end - System.nanoTime() > 0; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
            probe.run();
            if (isBefore(earlier(end, pause), answered, what)) {
                return;
            }
        }
    }

    /** Returns the earlier one of a time and that after a pause from now. */
    private static long earlier(long end, long pause) {
        long now = System.nanoTime();
        return now + Math.min(end - now, pause);
    }

    private boolean isMatched(String what) {
        if (matched.getAsBoolean()) {
            return true;
        }
        String why = mismatch.get();
        if (why.isEmpty()) {
            return false;
        }
        long now = System.nanoTime();
        if (mismatchSince == 0) {
            mismatchSince = now;
        } else if (now - mismatchSince > MISMATCH) {
            throw new CallException(Code.REFUSED, "A server of " + what + " was found, but cannot be called: " + why);
        }
        return false;
    }

    /** Waits for a condition, which is looked at once at least. Returns whether it holds. */
    private static boolean isBefore(long end, BooleanSupplier condition, String what) {
        while (!condition.getAsBoolean()) {
            if (end - System.nanoTime() <= 0) {
                return false;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new CallException(Code.CANCELLED, "The search for " + what + " was interrupted");
            }
            LockSupport.parkNanos(STEP);
        }
        return true;
    }
}
