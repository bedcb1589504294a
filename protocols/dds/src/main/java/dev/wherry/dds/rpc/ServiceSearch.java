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

    private final BooleanSupplier matched;
    private final Supplier<String> mismatch;
    private final Runnable probe;
    private final BooleanSupplier answered;
    private long mismatchSince;

    /**
     * @param matched whether requests and replies have a counterpart
     * @param mismatch what keeps a server from being a counterpart; empty if none was seen
     * @param probe sends one
     * @param answered whether a probe was answered
     */
    ServiceSearch(BooleanSupplier matched, Supplier<String> mismatch, Runnable probe, BooleanSupplier answered) {
        this.matched = matched;
        this.mismatch = mismatch;
        this.probe = probe;
        this.answered = answered;
    }

    /**
     * Searches.
     *
     * @param what is searched, for messages
     * @throws CallException NOT_FOUND if it was not found in time, REFUSED if its policies or types do not fit, CANCELLED if the thread
     *     was interrupted
     */
    void run(Duration limit, String what) {
        long start = System.nanoTime();
        long nanos = TimeUnit.NANOSECONDS.convert(limit);
        if (!isWithin(() -> isMatched(what), start, nanos, what)) {
            throw new CallException(
                    Code.NOT_FOUND,
                    "No server of " + what + " was found within " + limit.toMillis()
                            + " ms. Check that it runs, that both sides use one network interface, and that their"
                            + " interfaces have the same methods");
        }
        long since = System.nanoTime();
        for (long pause = FIRST_PAUSE; System.nanoTime() - since < Math.min(SILENCE, nanos); ) {
            probe.run();
            if (isWithin(answered, System.nanoTime(), pause, what)) {
                return;
            }
            pause = Math.min(LONGEST_PAUSE, 2 * pause);
        }
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

    private static boolean isWithin(BooleanSupplier condition, long since, long nanos, String what) {
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - since >= nanos) {
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
