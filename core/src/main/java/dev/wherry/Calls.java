package dev.wherry;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What can be said of a stub or of the call being served, beside calling. All methods are for any thread. */
public final class Calls {
    private Calls() {}

    /** A variant of a stub whose calls are made with these options; the stub itself stays as it was. */
    public static <T> T with(T stub, CallOptions options) {
        throw new IllegalStateException();
    }

    /**
     * Makes one call without waiting for it: {@code Calls.async(bank, b -> b.transfer(from, to, amount))}. The function
     * must make exactly one call on what it is given, and return what that returns.
     */
    public static <T, R extends @Nullable Object> CompletableFuture<R> async(T stub, Function<? super T, R> call) {
        throw new IllegalStateException();
    }

    /** As {@link #async}, for a method that returns nothing. */
    public static <T> CompletableFuture<@Nullable Void> asyncRun(T stub, Consumer<? super T> call) {
        throw new IllegalStateException();
    }

    /** Lets go of a reference now instead of when the stub is collected; its calls fail from then on. */
    public static void release(Object stub) {
        throw new IllegalStateException();
    }

    public static boolean isStub(@Nullable Object object) {
        throw new IllegalStateException();
    }

    /** The other end of a stub's connection; empty for a stub within this JVM. */
    public static Optional<Peer> peer(Object stub) {
        throw new IllegalStateException();
    }

    /** Within a served call: the time its caller still waits; empty outside a call, and in one without a deadline. */
    public static Optional<Duration> timeLeft() {
        throw new IllegalStateException();
    }

    /** Within a served call: what the caller sent along under this key. */
    public static <T> Optional<T> context(ContextKey<T> key) {
        throw new IllegalStateException();
    }

    /** Within a served call: the caller's end, for callbacks by name and for its identity. */
    public static Optional<Peer> caller() {
        throw new IllegalStateException();
    }
}
