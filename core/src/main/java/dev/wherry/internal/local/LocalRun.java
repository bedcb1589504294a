package dev.wherry.internal.local;

import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** A call by reference on a thread of its own, which cancelling interrupts. One cancelled before its turn is not run. */
public final class LocalRun extends CompletableFuture<@Nullable Object> implements Runnable {
    interface Work {
        @Nullable
        Object run() throws Throwable;
    }

    private final CompletableFuture<@Nullable Object> begun = new CompletableFuture<>();
    private final FutureTask<@Nullable Object> task;

    LocalRun(Work work) {
        task = new FutureTask<>(() -> {
            begun.complete(null);
            try {
                complete(work.run());
            } catch (Throwable t) {
                completeExceptionally(t);
            }
            return null;
        });
    }

    @Override
    public void run() {
        task.run();
        Thread.interrupted(); // the thread may run another call next
    }

    /** Waits for the method to be about to run. */
    void awaitBegun() throws Throwable {
        await(begun);
    }

    /** Waits for the outcome. */
    @Nullable
    Object await() throws Throwable {
        return await(this);
    }

    private @Nullable Object await(CompletableFuture<@Nullable Object> what) throws Throwable {
        try {
            return what.get();
        } catch (ExecutionException e) {
            throw e.getCause() == null ? e : e.getCause();
        } catch (InterruptedException e) {
            cancel(true);
            throw new RemoteException(Code.CANCELLED, "The caller was interrupted", e);
        }
    }

    /** Ends it for those who wait, and interrupts it. */
    public void end(RemoteException why) {
        completeExceptionally(why);
        begun.completeExceptionally(why);
        task.cancel(true);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        task.cancel(true);
        return cancelled;
    }
}
