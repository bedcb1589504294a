package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Ends calls after a time. The time limit of the call's future would not do: its {@link java.util.concurrent.TimeoutException} may also be
 * what the method has thrown.
 */
final class TimeLimit {
    private TimeLimit() {}

    /**
     * Ends a call after a time, unless it has ended before.
     *
     * @param executor completes the call, since that may run code of the program
     * @param failure returns what the call ends with, given the cause
     */
    static void set(
            CompletableFuture<?> call, long nanos, Executor executor, Function<Throwable, CallException> failure) {
        CompletableFuture<@Nullable Void> timer = new CompletableFuture<>();
        var _ = timer.exceptionallyAsync(
                late -> {
                    call.completeExceptionally(failure.apply(late));
                    return null;
                },
                executor);
        var _ = timer.orTimeout(Math.max(1, nanos), TimeUnit.NANOSECONDS);
        var _ = call.whenComplete((_, _) -> timer.complete(null));
    }
}
