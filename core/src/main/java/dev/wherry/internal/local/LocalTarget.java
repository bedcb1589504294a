package dev.wherry.internal.local;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.ContextKey;
import dev.wherry.Delivery;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.ContextLoader;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.invoke.Style;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.Id128;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object of an in-process endpoint. Its methods get the arguments themselves, not copies. The caller's thread runs the
 * method without a deadline. One-way calls, ordered calls and calls with a future run on other threads.
 */
public final class LocalTarget implements CallTarget, Supplier<@Nullable Object> {
    private static final Logger LOG = System.getLogger("dev.wherry.local");

    private final LocalObjects from;
    private final LocalObjects to;
    /** Replaced when the name is bound to another object. */
    private volatile Exported object;

    private final String name;
    private final String address;
    /** Keeps the caller's endpoint reachable as long as this is in use. */
    @SuppressWarnings("UnusedVariable")
    private final @Nullable Object endpoint;

    private volatile boolean released;
    /** Null once calls must be refused: one read instead of the four of {@link #check}. */
    private volatile @Nullable Object ready;

    /**
     * @param name that the object is bound as
     * @param endpoint the caller's, which it keeps reachable
     */
    public LocalTarget(
            LocalObjects from,
            LocalObjects to,
            Exported object,
            String name,
            String address,
            @Nullable Object endpoint) {
        this.from = from;
        this.to = to;
        this.object = object;
        this.name = name;
        this.address = address;
        this.endpoint = endpoint;
        ready = object.target();
    }

    /** Called once, by its creator. */
    public LocalTarget watched() {
        from.watch(this);
        to.watch(this);
        refresh();
        return this;
    }

    @Override
    public @Nullable Object call(RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
            throws Throwable {
        check();
        if (options.ordered()) {
            return begin(method, options, call -> run(call, options, method, arguments))
                    .await();
        }
        LocalCall call = new LocalCall(to, name, options.context(), true);
        // Without a context of its own it is not entered: the method then sees the call that this one is made within,
        // as when the stub calls the object itself.
        return options.context().isEmpty() && !options.receivesContext()
                ? serve(call, method, arguments)
                : run(call, options, method, arguments);
    }

    /** Returns the object if the stub may call it directly. */
    @Override
    public @Nullable Object get() {
        ClassLoader wanted = object.context();
        return wanted == null || ContextLoader.is(wanted) ? ready : null;
    }

    /** Called when something has ended: calls are then refused by {@link #check}. */
    public void refresh() {
        Exported now = object;
        if (now.isGone()) {
            Exported next = to.successor(now);
            if (next != null) {
                object = next;
                ready = next.target();
            }
        }
        if (released || object.isGone() || !from.isOpen() || !to.isOpen()) {
            ready = null;
        }
    }

    @Override
    public @Nullable Supplier<? extends @Nullable Object> near() {
        return to.servesPlainly() ? this : null;
    }

    private void check() {
        if (!from.isOpen() || !to.isOpen()) {
            throw new CallException(
                    Code.UNAVAILABLE, (from.isOpen() ? "The endpoint of " + address : "This endpoint") + " is closed");
        }
        if (released) {
            throw wasReleased();
        }
        if (object.isGone()) {
            throw new CallException(
                    Code.NOT_FOUND, "What was bound at " + address + " is no longer bound; look it up again");
        }
    }

    private @Nullable Object run(LocalCall call, CallOptions options, RemoteMethod method, @Nullable Object[] arguments)
            throws Throwable {
        InboundCall outer = call.enter();
        try {
            return serve(call, method, arguments);
        } finally {
            InboundCall.leave(outer);
            Map<ContextKey<?>, Object> entries = call.answerContext();
            if (entries != null) {
                receive(entries, options);
            }
        }
    }

    private static void receive(Map<ContextKey<?>, Object> entries, CallOptions options) {
        try {
            options.answered(entries);
        } catch (RuntimeException e) { // thrown by code of the caller
            LOG.log(Level.WARNING, "A consumer of the context of an answer has failed", e);
        }
    }

    private @Nullable Object serve(LocalCall call, RemoteMethod method, @Nullable Object[] arguments) throws Throwable {
        Exported now = object;
        ClassLoader wanted = now.context();
        if (wanted == null) {
            return to.serve(call, method, now.target(), () -> arguments);
        }
        ClassLoader before = ContextLoader.replace(wanted);
        try {
            return to.serve(call, method, now.target(), () -> arguments);
        } finally {
            ContextLoader.replace(before);
        }
    }

    private interface Work {
        @Nullable
        Object run(LocalCall call) throws Throwable;
    }

    /** Runs the work on another thread. */
    private LocalRun begin(RemoteMethod method, CallOptions options, Work work) {
        LocalCall call = new LocalCall(to, name, options.context(), false);
        LocalRun run = new LocalRun(from, method.uninterruptible(), () -> work.run(call));
        to.run(run, object.id(), options);
        return run;
    }

    @Override
    public CompletableFuture<@Nullable Object> start(
            RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        check();
        return begin(method, options, call -> {
            Object result = run(call, options, method, arguments);
            return method.style() == Style.FUTURE ? method.await(result) : result;
        });
    }

    @Override
    public void send(RemoteMethod method, @Nullable Object[] arguments, CallOptions options, Delivery delivery)
            throws Throwable {
        try {
            check();
        } catch (CallException e) {
            if (delivery != Delivery.QUEUED) {
                throw e;
            }
            LOG.log(Level.WARNING, "A queued one-way call of " + address + " was not made", e);
            return;
        }
        LocalRun run = begin(method, options, call -> {
            try {
                return run(call, CallOptions.none(), method, arguments); // it has no answer
            } catch (Throwable t) {
                LOG.log(Level.WARNING, "A one-way call of " + address + " failed", t);
                return null;
            }
        });
        if (delivery == Delivery.ACCEPTED) {
            run.awaitBegun();
        }
    }

    @Override
    public boolean copies() {
        return false;
    }

    @Override
    public void release() {
        released = true;
        refresh();
    }

    @Override
    public Id128 identity() {
        return object.identity();
    }

    @Override
    public String describe() {
        return address;
    }
}
