package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.internal.invoke.RemoteMethod;
import java.lang.ref.Reference;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A call whose caller does not wait, as the future of its outcome. Decoding runs user code, so that it never runs on the
 * thread that reads the link.
 */
final class AsyncCall extends CompletableFuture<@Nullable Object> implements Runnable {
    private final RemoteReference to;
    private final RemoteMethod method;
    private final @Nullable Object[] arguments;

    /** Null once its answer is read or given up. */
    private final AtomicReference<@Nullable PendingCall> call = new AtomicReference<>();

    private AsyncCall(RemoteReference to, RemoteMethod method, @Nullable Object[] arguments) {
        this.to = to;
        this.method = method;
        this.arguments = arguments;
    }

    static CompletableFuture<@Nullable Object> start(
            RemoteReference to, RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        AsyncCall outcome = new AsyncCall(to, method, arguments);
        try {
            PendingCall call = to.calls().beginByMain(method, to.object(), options, 0, outcome::answered);
            outcome.call.set(call);
            try {
                call.message().encode(method, arguments);
                call.send();
            } finally {
                call.end();
            }
        } catch (RuntimeException e) {
            outcome.completeExceptionally(e);
        }
        return outcome;
    }

    /**
     * Called once the outcome is known: starts a thread that takes it. If no thread can be started, the stages that depend on
     * the outcome run here rather than never.
     */
    private void answered() {
        try {
            PendingCall answered = call.get();
            to.calls().startTaking(this, answered != null && answered.isLarge());
        } catch (OutOfMemoryError e) {
            to.calls().hasThread(this);
            completeExceptionally(
                    new CallException(Code.REFUSED, "The answer was not taken: no thread could be started for it", e)
                            .withOutcome(CallException.Outcome.UNKNOWN));
            PendingCall unread = call.getAndSet(null);
            if (unread != null) { // otherwise a spare thread has begun with it
                unread.leaveUnread();
            }
        }
    }

    /** Takes the outcome. Several threads may have been started for it; the first one does. */
    @Override
    public void run() {
        to.calls().hasThread(this);
        PendingCall answered = call.getAndSet(null);
        to.calls().threadBegun();
        try {
            if (answered != null) {
                complete(answered.take().decode(method));
            }
        } catch (Throwable t) {
            completeExceptionally(t);
        } finally {
            // Otherwise an object that only the call refers to might be released before the call is answered.
            Reference.reachabilityFence(to);
            Reference.reachabilityFence(arguments);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        PendingCall pending = call.get();
        if (cancelled && pending != null) {
            to.calls().abandon(pending.id(), to.calls().state().cancelled(CallException.Outcome.UNKNOWN));
        }
        return cancelled;
    }
}
