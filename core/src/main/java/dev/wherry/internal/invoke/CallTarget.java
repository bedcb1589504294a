package dev.wherry.internal.invoke;

import dev.wherry.Answers;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.Peer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The target of a stub's calls. The options passed to it are those in force: their timeout is always set. It throws failures
 * as they were decoded; {@link Stub} converts them to those that the method declares.
 */
public interface CallTarget {
    /** Calls and waits for the outcome. */
    @Nullable
    Object call(RemoteMethod method, @Nullable Object[] arguments, CallOptions options) throws Throwable;

    /** Calls without waiting for the outcome. Cancelling the future cancels the call. */
    CompletableFuture<@Nullable Object> start(RemoteMethod method, @Nullable Object[] arguments, CallOptions options);

    /** Calls at all servers without waiting for the outcomes. By default there is one server. */
    default Answers<@Nullable Object> startAll(RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        return Answers.of(describe(), start(method, arguments, options));
    }

    /** Calls without an outcome; returns when the call has made the progress that {@code delivery} says. */
    void send(RemoteMethod method, @Nullable Object[] arguments, CallOptions options, Delivery delivery)
            throws Throwable;

    /**
     * Returns what supplies the object before each call, if a stub may call it directly on its caller's thread. The
     * supplier returns null if this call must be made, or refused, by {@link #call}. Null if there is no such object.
     */
    default @Nullable Supplier<? extends @Nullable Object> near() {
        return null;
    }

    /** Returns whether arguments and results are copied, and so must be of types that can be sent. */
    default boolean copies() {
        return true;
    }

    /** Returns the identity that decides whether two stubs are equal. */
    Object identity();

    /** Returns a text for messages: {@code tcp://host:5739/bank} or {@code object 17 of tcp://host:5739}. */
    String describe();

    /** Returns the other end of the connection; empty for a stub by reference within this JVM. */
    default Optional<Peer> peer() {
        return Optional.empty();
    }

    /** Returns the failure of a call after {@link #release}. */
    default CallException wasReleased() {
        return new CallException(Code.NOT_FOUND, "The reference to " + describe() + " was released here");
    }

    /** Releases the reference; later calls fail. A stub of a name within this JVM has nothing to release. */
    default void release() {}
}
