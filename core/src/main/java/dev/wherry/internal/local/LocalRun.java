package dev.wherry.internal.local;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.internal.invoke.InboundCall;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** A call by reference on another thread, and its outcome. Cancelling interrupts it, or prevents it if it has not begun. */
public final class LocalRun extends CompletableFuture<@Nullable Object> {
    private final LocalObjects maker;
    private final boolean gentle;
    private final InboundCall.Run work;
    private final CompletableFuture<@Nullable Object> begun = new CompletableFuture<>();
    /** While the method runs; guarded by this. */
    private @Nullable Thread thread;

    /**
     * @param maker whose call it is
     * @param gentle whether it is never interrupted
     */
    LocalRun(LocalObjects maker, boolean gentle, InboundCall.Run work) {
        this.maker = maker;
        this.gentle = gentle;
        this.work = work;
    }

    public LocalObjects maker() {
        return maker;
    }

    /** Runs the method. Returns what completes this future, to be run when the call is no longer counted. */
    public Runnable run() {
        if (!enter()) {
            return () -> {};
        }
        try {
            Object result = work.run();
            return () -> complete(result);
        } catch (Throwable t) {
            return () -> completeExceptionally(t);
        } finally {
            leave();
        }
    }

    private synchronized boolean enter() {
        if (isDone() || !begun.complete(null)) {
            return false;
        }
        thread = Thread.currentThread();
        return true;
    }

    private synchronized boolean hasBegun() {
        return begun.isDone() && !begun.isCompletedExceptionally();
    }

    private synchronized void leave() {
        thread = null;
        Thread.interrupted(); // the thread may run another call next
    }

    /** Waits until the method is about to run. */
    void awaitBegun() throws Throwable {
        await(begun);
    }

    /** Waits for the outcome. */
    @Nullable
    Object await() throws Throwable {
        return await(this);
    }

    /** Only an interrupt during the wait ends it. The flag of an earlier interrupt is restored afterwards. */
    private @Nullable Object await(CompletableFuture<@Nullable Object> what) throws Throwable {
        boolean interruptedBefore = Thread.interrupted();
        try {
            return what.get();
        } catch (ExecutionException e) {
            throw e.getCause() == null ? e : e.getCause();
        } catch (InterruptedException e) {
            cancel(true);
            throw new CallException(Code.CANCELLED, "The caller was interrupted", e)
                    .withOutcome(hasBegun() ? Outcome.RAN : Outcome.NOT_RUN);
        } finally {
            if (interruptedBefore) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Called when the endpoint that made or serves it is closed: completes the future exceptionally and interrupts the call. */
    public void end() {
        CallException unheard =
                new CallException(Code.UNAVAILABLE, "The endpoint was closed before the call could run");
        // A call that has begun may have ended just now, before its future is completed.
        boolean ran = !begun.completeExceptionally(unheard);
        completeExceptionally(
                ran
                        ? new CallException(
                                        Code.UNKNOWN_OUTCOME,
                                        "The endpoint was closed while the call ran, and did not wait for its end")
                                .withOutcome(Outcome.RAN)
                        : unheard);
        interrupt();
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        interrupt();
        return cancelled;
    }

    private synchronized void interrupt() {
        if (thread != null && !gentle) {
            thread.interrupt();
        }
    }
}
