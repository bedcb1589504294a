package dev.wherry.internal.invoke;

import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.Peer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a stub's calls go. The options that it is given are those in force: their timeout is always set. What it throws
 * or fails with is the failure as decoded; {@link Stubs} turns it into what the method declares.
 */
public interface CallTarget {
    /** Calls and waits for the outcome. */
    @Nullable
    Object call(RemoteMethod method, @Nullable Object[] arguments, CallOptions options) throws Throwable;

    /** Calls without waiting for the outcome. Cancelling the future cancels the call. */
    CompletableFuture<@Nullable Object> start(RemoteMethod method, @Nullable Object[] arguments, CallOptions options);

    /** Calls and learns no outcome; returns when the call has come as far as {@code delivery} says. */
    void send(RemoteMethod method, @Nullable Object[] arguments, CallOptions options, Delivery delivery)
            throws Throwable;

    /**
     * Where a stub may call an object by itself, on its caller's thread: what tells the object before each call, or null
     * if this one must be made, or refused, by {@link #call}. Null where there is no such object.
     */
    default @Nullable Supplier<? extends @Nullable Object> near() {
        return null;
    }

    /** Whether arguments and results are copied on their way, and so must be of types that can travel. */
    default boolean copies() {
        return true;
    }

    /** Stubs are equal when the identities of their targets are. */
    Object identity();

    /** For messages: such as {@code tcp://host:5739/bank} or {@code object 17 of tcp://host:5739}. */
    String describe();

    /** The other end of the connection; empty for a stub by reference within this JVM. */
    default Optional<Peer> peer() {
        return Optional.empty();
    }

    /** Lets go of the reference; later calls fail. A name's stub within this JVM holds nothing that could be let go. */
    default void release() {}
}
