package dev.wherry.access;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Identity;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A limit of a policy, with what each caller has used of it. For any thread. */
final class CallLimit {
    private static final int MOST_CALLERS = 10_000;
    private static final long SECOND = 1_000_000_000;

    private final Selection selection;
    private final Amounts amounts;
    private final ConcurrentMap<String, Use> uses = new ConcurrentHashMap<>();
    private final AtomicLong swept = new AtomicLong(System.nanoTime() - SECOND);

    /**
     * @param inFlight 0: no limit
     * @param rate in a second; 0: no limit
     * @param burst calls at once, at least 1
     * @param together whether all callers share it
     */
    record Amounts(int inFlight, double rate, int burst, boolean together) {
        Amounts {
            if (inFlight < 0 || rate < 0 || burst < 0 || !Double.isFinite(rate)) {
                throw new IllegalArgumentException("A limit must not be below 0");
            }
            if (inFlight == 0 && rate == 0) {
                throw new IllegalArgumentException("A limit has calls-in-flight or rate, above 0");
            }
            if (rate > 0 && (burst < 1 || rate > 1_000_000 || rate < 0.001)) {
                throw new IllegalArgumentException(
                        "A rate is from 0.001 to 1000000 calls in a second, with a burst of at least 1");
            }
        }
    }

    CallLimit(Selection selection, Amounts amounts) {
        this.selection = selection;
        this.amounts = amounts;
    }

    Selection selection() {
        return selection;
    }

    boolean limitsInFlight() {
        return amounts.inFlight > 0;
    }

    /** Returns what a caller has used. When there are too many, those that use nothing are forgotten, and others share. */
    Use of(Identity caller) {
        String key = amounts.together ? "" : caller.kind() + " " + IdentityPattern.nameOf(caller);
        long now = System.nanoTime();
        long before = swept.get();
        if (uses.size() >= MOST_CALLERS && now - before > SECOND && swept.compareAndSet(before, now)) {
            uses.values().removeIf(use -> use.isIdle(now));
        }
        return Objects.requireNonNull(uses.computeIfAbsent(
                uses.size() < MOST_CALLERS || uses.containsKey(key) ? key : "others", _ -> new Use(amounts)));
    }

    /** The calls of one caller. */
    static final class Use {
        private final Amounts amounts;
        private final AtomicInteger running = new AtomicInteger();
        /** When all that was used of the burst is available again, by {@link System#nanoTime()}. */
        private final AtomicLong full = new AtomicLong(System.nanoTime());

        Use(Amounts amounts) {
            this.amounts = amounts;
        }

        private boolean isIdle(long now) {
            return running.get() == 0 && full.get() - now <= 0;
        }

        /** Counts a call that begins. */
        void takeRate(String called) {
            if (amounts.rate == 0) {
                return;
            }
            long each = (long) (SECOND / amounts.rate);
            long most = (long) Math.min((double) each * amounts.burst, (double) (Long.MAX_VALUE >> 2));
            while (true) {
                long now = System.nanoTime();
                long before = full.get();
                long after = (before - now > 0 ? before : now) + each;
                if (after - now > most) {
                    long wait = Math.min(after - now - most, 3_600 * SECOND);
                    throw new CallException(
                                    Code.REFUSED,
                                    "Too many calls of " + called + ": the access policy allows this caller "
                                            + amounts.rate + " in a second, " + amounts.burst + " at once")
                            .withRetryAfter(Duration.ofNanos(wait));
                }
                if (full.compareAndSet(before, after)) {
                    return;
                }
            }
        }

        /** Counts a call that runs, until {@link #leave}. */
        void enter(String called) {
            if (amounts.inFlight > 0 && running.incrementAndGet() > amounts.inFlight) {
                running.decrementAndGet();
                throw new CallException(
                        Code.REFUSED,
                        "Too many calls of " + called + " at one time: the access policy allows this caller "
                                + amounts.inFlight);
            }
        }

        void leave() {
            if (amounts.inFlight > 0) {
                running.decrementAndGet();
            }
        }
    }
}
