package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.internal.invoke.RemoteMethod;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A call whose caller does not wait, as the future of its outcome. Decoding runs user code, so that it never runs on the
 * thread that reads the link.
 */
final class AsyncCall extends CompletableFuture<@Nullable Object> implements Runnable {
    private final RemoteMethod method;
    private final @Nullable Object[] arguments;
    /** As given by the caller. An attempt may have less time. */
    private final CallOptions options;
    /** For the call of a name, which may be made again; null for that of a reference. */
    private final @Nullable Repetition attempts;
    /** Where it was made last; null before. */
    private volatile @Nullable RemoteReference to;

    /** Null once its answer is read or given up, and between two attempts. */
    private final AtomicReference<@Nullable PendingCall> call = new AtomicReference<>();

    /** The attempts of a call that may be made again. */
    interface Repetition {
        /** Returns where the call can be made at once; null if that must be found first. */
        @Nullable
        RemoteReference known();

        /**
         * Called before another thread searches. Waits while too many calls do so.
         *
         * @throws CallException if they do so until the end of the call
         */
        void beginSearch();

        /** Called when the search has ended, if it has begun. */
        void endSearch();

        /** Returns where to make the next attempt. May wait. */
        RemoteReference find();

        /** Called when the call is made there: those that come after it in its order may follow. */
        void made(RemoteReference to);

        /** Called when the call has ended, maybe more than once. */
        void end();

        /** Returns the options of the next attempt. Their timeout is the time that the call has left. */
        CallOptions options();

        /**
         * Returns if there is a further attempt.
         *
         * @param to where the last one was made; null if no place was found
         * @throws CallException otherwise: the failure of the whole call
         */
        void afterFailure(@Nullable RemoteReference to, CallException failure);
    }

    private AsyncCall(
            RemoteMethod method, @Nullable Object[] arguments, CallOptions options, @Nullable Repetition attempts) {
        this.method = method;
        this.arguments = arguments;
        this.options = options;
        this.attempts = attempts;
    }

    static CompletableFuture<@Nullable Object> start(
            RemoteReference to, RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        AsyncCall outcome = new AsyncCall(method, arguments, options, null);
        outcome.make(to, options);
        return outcome;
    }

    /** Calls the object of a name. Where it must be found first, another thread waits for that, if not too many do so. */
    static CompletableFuture<@Nullable Object> start(
            Repetition attempts, RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        AsyncCall outcome = new AsyncCall(method, arguments, options, attempts);
        RemoteReference known = attempts.known();
        if (known != null) {
            outcome.make(known, options);
            return outcome;
        }
        try {
            attempts.beginSearch();
            outcome.findAndMake(attempts);
        } catch (CallException e) {
            outcome.completeExceptionally(e);
        }
        return outcome;
    }

    private void findAndMake(Repetition attempts) {
        try {
            Thread.startVirtualThread(() -> find(attempts));
        } catch (Error e) {
            attempts.endSearch();
            leaveOrder();
            throw e;
        }
    }

    private void find(Repetition attempts) {
        RemoteReference found = null;
        try {
            try {
                found = attempts.find();
            } finally {
                attempts.endSearch();
            }
            if (!isDone()) { // cancelled while it waited
                make(found, attempts.options());
            }
        } catch (Throwable e) {
            failed(found, e);
        }
    }

    private void make(RemoteReference at, CallOptions options) {
        to = at;
        try {
            PendingCall pending = at.calls().beginByMain(method, at.object(), options, 0, this::answered);
            call.set(pending);
            try {
                pending.message().encode(method, arguments);
                pending.send();
                if (attempts != null) {
                    attempts.made(at);
                }
            } finally {
                pending.end();
            }
            if (isCancelled()) { // between two attempts
                abandon();
            }
        } catch (RuntimeException e) {
            failed(at, e);
        } catch (Error e) {
            leaveOrder();
            throw e;
        }
    }

    /**
     * Makes the call again if that is allowed; else this is its end.
     *
     * @param at where it was made; null if no place was found
     */
    private void failed(@Nullable RemoteReference at, Throwable failure) {
        try {
            if (attempts != null && failure instanceof CallException known && !isDone()) {
                attempts.afterFailure(at, known);
                findAndMake(attempts);
                return;
            }
            completeExceptionally(failure);
        } catch (CallException | Error e) {
            completeExceptionally(e);
        }
    }

    private OutgoingCalls calls() {
        return Objects.requireNonNull(to, "asked for by a call that was made").calls();
    }

    /**
     * Called once the outcome is known: starts a thread that takes it. If no thread can be started, the stages that depend on
     * the outcome run here rather than never.
     */
    private void answered() {
        try {
            PendingCall answered = call.get();
            calls().startTaking(this, answered != null && answered.isLarge());
        } catch (OutOfMemoryError e) {
            calls().hasThread(this);
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
        calls().hasThread(this);
        PendingCall answered = call.get();
        calls().threadBegun();
        try {
            // A late thread of one attempt must not take the call of the next.
            if (answered != null && answered.isAnswered() && call.compareAndSet(answered, null)) {
                complete(answered.take().decode(method, options));
            }
        } catch (Throwable t) {
            failed(to, t);
        } finally {
            // Otherwise an object that only the call refers to might be released before the call is answered.
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public boolean complete(@Nullable Object value) {
        leaveOrder();
        return super.complete(value);
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        leaveOrder();
        return super.completeExceptionally(failure);
    }

    /** First, since what depends on the outcome may make the next call of the order. */
    private void leaveOrder() {
        if (attempts != null) {
            attempts.end();
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        leaveOrder();
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            abandon();
        }
        return cancelled;
    }

    private void abandon() {
        PendingCall pending = call.get();
        if (pending != null) {
            calls().abandon(pending.id(), calls().state().cancelled(CallException.Outcome.UNKNOWN));
        }
    }
}
