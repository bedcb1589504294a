package dev.wherry.internal.invoke;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.ContextKey;
import dev.wherry.Identity;
import dev.wherry.Peer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A call being served, as the serving thread can ask about it. The code that serves a call extends this class, enters the
 * call before the method and leaves it afterwards, on the same thread.
 */
public abstract class InboundCall {
    /** The limit of the wire. */
    private static final int MOST_ENTRIES = 64;

    private static final ThreadLocal<@Nullable InboundCall> CURRENT = new ThreadLocal<>();

    /** The method of a call, with its object and arguments. */
    public interface Run {
        @Nullable
        Object run() throws Throwable;
    }

    private boolean ran;
    /** The entries that are sent with the answer; null: none. */
    private @Nullable Map<ContextKey<?>, Object> answerContext;
    /** For whom the call is made, if not for the link's peer. */
    private @Nullable Identity stated;
    /** Null: all that was sent. */
    private @Nullable Map<ContextKey<?>, Object> visible;

    /** Returns the call that this thread serves; null if it serves none. */
    public static @Nullable InboundCall current() {
        return CURRENT.get();
    }

    /** Makes this the thread's call until {@link #leave}, which needs the returned call. */
    public final @Nullable InboundCall enter() {
        InboundCall outer = CURRENT.get();
        CURRENT.set(this);
        return outer;
    }

    public static void leave(@Nullable InboundCall outer) {
        CURRENT.set(outer); // not removed: each later read on this thread would create an entry again
    }

    /** Called when the method is about to run. */
    public final void runs() {
        ran = true;
    }

    /** Runs the method, or returns or throws what an earlier attempt of this call has come to. */
    protected @Nullable Object call(RemoteMethod method, Object target, @Nullable Object[] arguments) throws Throwable {
        runs();
        return method.invoke(target, arguments);
    }

    /** Returns whether the method was called. */
    public final boolean ran() {
        return ran;
    }

    /** Called when this object is reused for another call. */
    protected final void begins() {
        ran = false;
        answerContext = null;
        stated = null;
        visible = null;
    }

    /** Called before an authorizer is asked. */
    final void identified(@Nullable Identity as, Map<ContextKey<?>, Object> visible) {
        stated = as;
        this.visible = visible;
    }

    /** Returns whether the caller waits for a limited time only. */
    public abstract boolean limited();

    /** Returns when the caller stops waiting, by {@link System#nanoTime()}. Has no meaning unless {@link #limited()}. */
    public abstract long deadline();

    /**
     * Returns whether it, or a call that it is made within, is served by an endpoint, or in the session of a {@code SessionState}.
     * That endpoint or session must not wait for it.
     */
    public boolean isServedBy(Object server) {
        return false;
    }

    /** Returns whether no later call of its caller may overtake it. */
    public boolean isOrdered() {
        return false;
    }

    /** Returns whether its caller has stopped waiting, though it still runs. */
    public boolean isGivenUp() {
        return false;
    }

    /** Returns the context that was sent with the call, including its token. */
    protected abstract Map<ContextKey<?>, Object> sent();

    /** Returns the context that was sent with the call, without what proves its identity. */
    public final Map<ContextKey<?>, Object> context() {
        return visible == null ? sent() : visible;
    }

    /** Adds an entry to the context of the answer. Called by the thread that serves the call. */
    public final void answerContext(ContextKey<?> key, Object value) {
        Map<ContextKey<?>, Object> entries = answerContext;
        if (entries == null) {
            entries = answerContext = new LinkedHashMap<>();
        }
        if (entries.size() == MOST_ENTRIES && !entries.containsKey(key)) {
            throw new IllegalArgumentException("The answer of '" + target() + "' has " + MOST_ENTRIES
                    + " context entries; '" + key.name() + "' would be one more");
        }
        entries.put(key, value);
    }

    /** Returns what is sent with the answer; null: nothing. */
    public final @Nullable Map<ContextKey<?>, Object> answerContext() {
        return answerContext;
    }

    /** Returns the caller's end; empty for a call by reference that is not made within another call. */
    public abstract Optional<Peer> caller();

    /** Returns the identity of the caller, as far as its link knows it. */
    public abstract Identity link();

    /** Returns the identity that a token has proved or, without one, that of the link. */
    public final Identity identity() {
        return stated == null ? link() : stated;
    }

    /** Returns for whom the call is made. A call by reference is made for the caller of the call that it is made within. */
    public Identity callerIdentity() {
        return identity();
    }

    /** Returns the bound name or the object's id, for messages. */
    public abstract String target();

    /** Returns how long the caller still waits, not below zero; null if it sets no limit. */
    public final @Nullable Duration timeLeft() {
        return limited() ? Duration.ofNanos(Math.max(0, deadline() - System.nanoTime())) : null;
    }

    /**
     * Returns the nanoseconds that a call made now may take: {@code timeout}, or less if this thread serves a call that has
     * less time left. At most {@link RemoteInterface#UNLIMITED}, so that it can be added to {@link System#nanoTime()}.
     */
    public static long within(Duration timeout) {
        long nanos = Math.min(TimeUnit.NANOSECONDS.convert(timeout), RemoteInterface.UNLIMITED);
        InboundCall call = CURRENT.get();
        return call == null || !call.limited()
                ? nanos
                : Math.min(nanos, Math.max(0, call.deadline() - System.nanoTime()));
    }

    /** Passes this call on to an object of another peer, with the time left and the context of this call. */
    protected final @Nullable Object relay(CallTarget to, RemoteMethod method, @Nullable Object[] values)
            throws Throwable {
        Duration left = timeLeft();
        Duration timeout = left == null ? method.defaults().timeout() : left.isZero() ? Duration.ofNanos(1) : left;
        CallOptions.Builder options =
                CallOptions.builder().context(context()).onAnswer(entries -> entries.forEach(this::answerContext));
        if (timeout != null) {
            options.timeout(timeout);
        }
        Object result;
        try {
            result = to.call(method, values, options.build());
        } catch (CallException e) {
            throw e; // it says itself whether the method was run
        } catch (Throwable t) {
            runs();
            throw t;
        }
        runs();
        return method.style() == Style.FUTURE && !(result instanceof CompletionStage<?>)
                ? CompletableFuture.completedFuture(result)
                : result;
    }
}
