package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.ContextKey;
import dev.wherry.internal.events.Events;
import dev.wherry.internal.invoke.RemoteMethod;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** The calls of an endpoint that are made more than once: their budget for each peer, and how many there were. For any thread. */
public final class Retries {
    /** With more peers than this, all are forgotten when another one is met. */
    private static final int MANY = 1_000;

    private final ConcurrentMap<String, RetryBudget> budgets = new ConcurrentHashMap<>();
    private final LongAdder repeated = new LongAdder();
    private final LongAdder hedged = new LongAdder();

    /** Called when a session has been opened. */
    public void opened(String peer) {
        if (budgets.size() > MANY) {
            budgets.clear();
        }
        long now = System.nanoTime();
        RetryBudget budget = budgets.putIfAbsent(peer, new RetryBudget(now));
        if (budget != null) {
            budget.opened(now);
        }
    }

    /**
     * Returns whether a call may be made again.
     *
     * @param from where it was made last. The budget is that of this peer, wherever the call is made next
     */
    boolean allow(RemoteReference from) {
        String peer = from.calls().state().peer();
        long now = System.nanoTime();
        return budgets.computeIfAbsent(peer, _ -> new RetryBudget(now))
                .tryTake(from.calls().made(), now);
    }

    /** Returns the options of an attempt that has so many nanoseconds left. */
    static CallOptions options(CallOptions options, int attempt, long left) {
        CallOptions.Builder next = options.toBuilder().timeout(Duration.ofNanos(left));
        return (attempt == 1 ? next : next.context(ContextKey.ATTEMPT, (long) attempt)).build();
    }

    /** Counts and reports a call that is made again. */
    void again(RemoteReference from, RemoteMethod method, int attempt, CallException failure) {
        repeated.increment();
        Events.retry(from.calls().state().peer(), method, attempt, failure);
    }

    /** Counts and reports a call that is made at a second server, as the first one has not answered yet. */
    void hedge(RemoteReference at, RemoteMethod method) {
        hedged.increment();
        Events.retry(at.calls().state().peer(), method, 2, null);
    }

    /** Returns how many calls were made again. */
    public long repeated() {
        return repeated.sum();
    }

    /** Returns how many calls were made at a second server before the first one had answered. */
    public long hedged() {
        return hedged.sum();
    }
}
