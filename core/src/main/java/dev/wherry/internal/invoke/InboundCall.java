package dev.wherry.internal.invoke;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.ContextKey;
import dev.wherry.Identity;
import dev.wherry.Peer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A call being served: what the serving thread can be asked for. Whoever serves extends this, enters it before the method
 * and leaves it afterwards, on the same thread.
 */
public abstract class InboundCall {
    /** Nanoseconds that stand for no limit in time; half of what a long holds, so that a time can be added to them. */
    public static final long UNLIMITED = Long.MAX_VALUE / 2;

    private static final ThreadLocal<@Nullable InboundCall> CURRENT = new ThreadLocal<>();

    private boolean ran;

    /** The call that this thread serves; null outside. */
    public static @Nullable InboundCall current() {
        return CURRENT.get();
    }

    /** Makes this the thread's call until {@link #leave}, which takes what this returns. */
    public final @Nullable InboundCall enter() {
        InboundCall outer = CURRENT.get();
        CURRENT.set(this);
        return outer;
    }

    public static void leave(@Nullable InboundCall outer) {
        CURRENT.set(outer); // not removed: each look for it on this thread would make an entry anew
    }

    /** Nothing more stands before the method. */
    protected final void runs() {
        ran = true;
    }

    /** Whether the method was called. */
    public final boolean ran() {
        return ran;
    }

    /** This object is another call from now on. */
    protected final void begins() {
        ran = false;
    }

    /** Whether the caller waits for a limited time only. */
    public abstract boolean limited();

    /** When it stops waiting, as by {@link System#nanoTime()}; means nothing unless {@link #limited()}. */
    public abstract long deadline();

    /** Whether it, or a call that it is made within, is served by this endpoint, which must not wait for it. */
    public boolean isServedBy(Object endpoint) {
        return false;
    }

    /** Whether none may overtake it that its caller makes after it. */
    public boolean isOrdered() {
        return false;
    }

    /** Whether its caller waits no longer, though it still runs. */
    public boolean isGivenUp() {
        return false;
    }

    /** What was sent along with the call. */
    public abstract Map<ContextKey<?>, Object> context();

    /** The caller's end; empty for a call by reference that is made in no other. */
    public abstract Optional<Peer> caller();

    /** Who the caller is, as far as its link can tell. */
    public abstract Identity identity();

    /** What is called, for messages: the bound name or the object's id. */
    public abstract String target();

    /** The time the caller still waits, not below zero; null if it sets no limit. */
    public final @Nullable Duration timeLeft() {
        return limited() ? Duration.ofNanos(Math.max(0, deadline() - System.nanoTime())) : null;
    }

    /**
     * The nanoseconds that a call made now may take: {@code timeout}, or less if this thread serves a call that has less
     * left. At most half of what a long holds, so that it can be added to {@link System#nanoTime()}.
     */
    public static long within(Duration timeout) {
        long nanos = Math.min(TimeUnit.NANOSECONDS.convert(timeout), UNLIMITED);
        InboundCall call = CURRENT.get();
        return call == null || !call.limited()
                ? nanos
                : Math.min(nanos, Math.max(0, call.deadline() - System.nanoTime()));
    }

    /** Makes this call once more, to an object of another peer, within the time and with the context that it has. */
    protected final @Nullable Object relay(CallTarget to, RemoteMethod method, @Nullable Object[] values)
            throws Throwable {
        Duration left = timeLeft();
        Duration timeout = left == null ? method.defaults().timeout() : left.isZero() ? Duration.ofNanos(1) : left;
        CallOptions.Builder options = CallOptions.builder().context(context());
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
