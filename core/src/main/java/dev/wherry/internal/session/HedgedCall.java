package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.internal.invoke.RemoteMethod;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A call that is made at a second server too if the first has not answered after a while. The first answer is its outcome, and
 * the other call is cancelled.
 */
final class HedgedCall extends CompletableFuture<@Nullable Object> {
    private final Route route;
    private final RemoteMethod method;
    private final @Nullable Object[] arguments;
    private final CallOptions options;
    private final long until;
    private final CompletableFuture<@Nullable Object> first;
    private volatile @Nullable CompletableFuture<@Nullable Object> second;
    /** The calls that have not ended. */
    private int running = 1;
    /** The failure of a call that has ended without an answer. */
    private @Nullable CallException failure;

    private HedgedCall(
            Route route, RemoteMethod method, @Nullable Object[] arguments, CallOptions options, long until) {
        this.route = route;
        this.method = method;
        this.arguments = arguments;
        this.options = options;
        this.until = until;
        first = AsyncCall.start(route.attempts(method, options, until), method, arguments, options);
    }

    /** @param until the end of the call, by the caller's clock */
    static CompletableFuture<@Nullable Object> start(
            Route route,
            RemoteMethod method,
            @Nullable Object[] arguments,
            CallOptions options,
            Duration delay,
            long until) {
        HedgedCall outcome = new HedgedCall(route, method, arguments, options, until);
        CompletableFuture<?> _ = outcome.first.whenComplete(outcome::ended);
        if (!outcome.isDone()) {
            Thread.startVirtualThread(() -> outcome.hedgeAfter(delay));
        }
        return outcome;
    }

    private void hedgeAfter(Duration delay) {
        try {
            get(delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            hedge();
        } catch (ExecutionException | InterruptedException | RuntimeException e) {
            // It has ended, and nobody interrupts this thread.
        }
    }

    private void hedge() {
        RemoteReference slow = route.last();
        if (slow == null || !route.areSeveral()) {
            return;
        }
        RemoteReference other = route.elsewhere(List.of(slow.server()), until);
        long left = until - System.nanoTime();
        if (other == null || left <= 0 || isDone() || !route.finder().retries().allow(slow)) {
            return;
        }
        synchronized (this) {
            if (running == 0) {
                return;
            }
            running++;
        }
        route.finder().retries().hedge(other, method);
        CallOptions again = Retries.options(options, 2, left);
        CompletableFuture<@Nullable Object> hedge = AsyncCall.start(other, method, arguments, again);
        second = hedge;
        CompletableFuture<?> _ = hedge.whenComplete(this::ended);
        if (isDone()) { // meanwhile
            hedge.cancel(true);
        }
    }

    private void ended(@Nullable Object value, @Nullable Throwable why) {
        Throwable outcome = why;
        synchronized (this) {
            running--;
            if (why instanceof CallException ours && ours.outcome() != Outcome.RAN) { // no answer
                // If one of them may have run, it is not known whether the call has.
                CallException known = failure;
                failure = known == null || ours.outcome() == Outcome.UNKNOWN ? ours : known;
                if (running > 0) {
                    return;
                }
                outcome = failure;
            }
        }
        if (outcome == null) {
            complete(value);
        } else {
            completeExceptionally(outcome);
        }
        cancelBoth();
    }

    private void cancelBoth() {
        first.cancel(true);
        CompletableFuture<@Nullable Object> hedge = second;
        if (hedge != null) {
            hedge.cancel(true);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            cancelBoth();
        }
        return cancelled;
    }
}
