package dev.wherry;

import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.Stubs;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Operations on stubs, and on the call that the current thread serves. All methods are for any thread. */
public final class Calls {
    private Calls() {}

    /** Returns a variant of a stub whose calls are made with these options. The stub itself is not changed. */
    public static <T> T with(T stub, CallOptions options) {
        return Stubs.with(stub, options);
    }

    /**
     * Makes one call without waiting for it: {@code Calls.async(bank, b -> b.transfer(from, to, amount))}. The
     * function must make exactly one call on its argument, and return the result of that call. Cancelling the future
     * cancels the call. It fails with the exception of the call, unwrapped, and never with a {@code
     * java.rmi.RemoteException} around it.
     *
     * @throws IllegalStateException if the function makes no call, a second one, or one that does not wait anyway
     * @throws IllegalArgumentException if {@code stub} is not a stub
     */
    @SuppressWarnings("unchecked") // the function returns what the method returns, and the future completes with that
    public static <T, R extends @Nullable Object> CompletableFuture<R> async(T stub, Function<? super T, R> call) {
        Objects.requireNonNull(call, "call");
        return (CompletableFuture<R>) Stubs.async(stub, call);
    }

    /** Makes one call as {@link #async} does, of a method that returns nothing. */
    @SuppressWarnings("unchecked") // completes with null
    public static <T> CompletableFuture<@Nullable Void> asyncRun(T stub, Consumer<? super T> call) {
        Objects.requireNonNull(call, "call");
        return (CompletableFuture<@Nullable Void>) (CompletableFuture<?>) Stubs.asyncRun(stub, call);
    }

    /** Releases a reference now instead of when the stub is garbage. Calls of the stub fail from then on. */
    public static void release(Object stub) {
        Stubs.requireTarget(stub).release();
    }

    public static boolean isStub(@Nullable Object object) {
        return Stubs.targetOf(object) != null;
    }

    /** Returns the other end of a stub's connection; empty for a stub by reference within this JVM. */
    public static Optional<Peer> peer(Object stub) {
        return Stubs.requireTarget(stub).peer();
    }

    /**
     * Returns how long the caller of the served call still waits; empty outside a call, and in one without a
     * deadline.
     */
    public static Optional<Duration> timeLeft() {
        InboundCall call = InboundCall.current();
        return call == null ? Optional.empty() : Optional.ofNullable(call.timeLeft());
    }

    /** Returns the entry that the caller of the served call sent with this key; empty outside a call. */
    public static <T> Optional<T> context(ContextKey<T> key) {
        InboundCall call = InboundCall.current();
        return call == null
                ? Optional.empty()
                : Optional.ofNullable(call.context().get(key)).map(key.type()::cast);
    }

    /** Returns the other end of the served call, for callbacks by name and for its identity; empty outside a call. */
    public static Optional<Peer> caller() {
        InboundCall call = InboundCall.current();
        return call == null ? Optional.empty() : call.caller();
    }
}
