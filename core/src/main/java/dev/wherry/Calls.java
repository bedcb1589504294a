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

/** Static methods for stubs and for the call being served. All methods are for any thread. */
public final class Calls {
    private Calls() {}

    /**
     * Returns a variant of a stub whose calls are made with these options. The stub itself does not change. An option that is not
     * set here is that of the stub.
     *
     * @throws IllegalArgumentException if {@code stub} is not a stub
     */
    public static <T> T with(T stub, CallOptions options) {
        return Stubs.with(stub, options);
    }

    /**
     * Makes one call without waiting for it: {@code Calls.async(bank, b -> b.transfer(from, to, amount))}. The function
     * must make exactly one call on what it is given, and return what that returns. Cancelling the future cancels the
     * call. It fails with what the call failed with, unwrapped; never with a {@code java.rmi.RemoteException}.
     *
     * @throws IllegalStateException if the function makes no call, a second one, or one that does not wait anyway
     * @throws IllegalArgumentException if {@code stub} is not a stub
     */
    @SuppressWarnings("unchecked") // the function returns what the method returns, and the future completes with that
    public static <T, R extends @Nullable Object> CompletableFuture<R> async(T stub, Function<? super T, R> call) {
        Objects.requireNonNull(call, "call");
        return (CompletableFuture<R>) Stubs.async(stub, call);
    }

    /** As {@link #async}, for a method that returns nothing. */
    @SuppressWarnings("unchecked") // completes with null
    public static <T> CompletableFuture<@Nullable Void> asyncRun(T stub, Consumer<? super T> call) {
        Objects.requireNonNull(call, "call");
        return (CompletableFuture<@Nullable Void>) (CompletableFuture<?>) Stubs.asyncRun(stub, call);
    }

    /**
     * Makes one call at all servers of a stub, without waiting for it: {@code Calls.toAll(sensor, s -> s.read()).all()}. The function is as
     * for {@link #async}. Several servers have one stub where the protocol has servers of one name, as DDS does. At each other address, the
     * server that a call of the stub is made at is all servers.
     *
     * <p>A stub of {@link Endpoint#lookupLazily} whose server was not found yet searches first. The caller waits for that, for the timeout
     * of the call at most.
     *
     * <p>Interceptors run once, around the call at all servers. The future that they see completes once each server has answered, with the
     * first value. An interceptor that returns a value instead of making the call gives the only answer.
     *
     * @throws IllegalStateException if the function makes no call, a second one, or one that does not wait anyway
     * @throws IllegalArgumentException if {@code stub} is not a stub
     */
    @SuppressWarnings("unchecked") // the function returns what the method returns, and the answers have that
    public static <T, R extends @Nullable Object> Answers<R> toAll(T stub, Function<? super T, R> call) {
        Objects.requireNonNull(call, "call");
        return (Answers<R>) Stubs.toAll(stub, call);
    }

    /**
     * Releases a reference now instead of when the stub is collected. Later calls of the stub fail.
     *
     * @throws IllegalArgumentException if {@code stub} is not a stub
     */
    public static void release(Object stub) {
        Stubs.requireTarget(stub).release();
    }

    /** Returns whether an object is a stub. False for null, and for an object that wraps a stub. */
    public static boolean isStub(@Nullable Object object) {
        return Stubs.targetOf(object) != null;
    }

    /**
     * Returns the other end of a stub's connection. Empty for a stub by reference within this JVM and for one of a foreign protocol.
     *
     * @throws IllegalArgumentException if {@code stub} is not a stub
     */
    public static Optional<Peer> peer(Object stub) {
        return Stubs.requireTarget(stub).peer();
    }

    /** Returns how long the caller of the served call still waits. Empty outside a served call, and in one without a deadline. */
    public static Optional<Duration> timeLeft() {
        InboundCall call = InboundCall.current();
        return call == null ? Optional.empty() : Optional.ofNullable(call.timeLeft());
    }

    /** Returns what the caller of the served call has sent with this key. Empty outside a served call, and if it sent nothing. */
    public static <T> Optional<T> context(ContextKey<T> key) {
        InboundCall call = InboundCall.current();
        return call == null
                ? Optional.empty()
                : Optional.ofNullable(call.context().get(key)).map(key.type()::cast);
    }

    /**
     * Sends an entry with the answer of the served call, be it a result or a failure. It replaces one with the same key. The caller
     * receives it by {@link CallOptions.Builder#onAnswer}. Does nothing outside a served call, or if nobody waits for an answer.
     *
     * @throws IllegalArgumentException if it were the 65th entry of the answer
     */
    public static <T> void answerContext(ContextKey<T> key, T value) {
        Objects.requireNonNull(value, key.name());
        InboundCall call = InboundCall.current();
        if (call != null) {
            call.answerContext(key, key.type().cast(value));
        }
    }

    /**
     * Returns for whom the served call is made: by its token if the endpoint has {@linkplain EndpointOptions.Builder#tokens verified} one,
     * else the identity of its link. {@link #caller()} has the link's in any case, if it has a peer. Empty outside a served call.
     */
    public static Optional<Identity> identity() {
        return Optional.ofNullable(InboundCall.current()).map(InboundCall::callerIdentity);
    }

    /**
     * Returns the peer that made the served call, for its identity and for callbacks by name. Empty outside a served call, and in one over
     * HTTP, whose peer cannot be called back: {@link #identity()} knows it there.
     */
    public static Optional<Peer> caller() {
        InboundCall call = InboundCall.current();
        return call == null ? Optional.empty() : call.caller();
    }
}
