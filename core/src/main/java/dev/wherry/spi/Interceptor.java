package dev.wherry.spi;

import org.jspecify.annotations.Nullable;

/**
 * Stands around calls: on the caller's side around encode, wait and decode; on the server's side around the method.
 * For any thread. The chain of a call that does not wait
 * (of a method that returns a future, or by {@code Calls.async}) returns the future.
 */
@FunctionalInterface
public interface Interceptor {
    /** Goes on with {@code next.proceed(call)}, or answers in its place, or throws. */
    @Nullable
    Object around(Invocation call, Next next) throws Throwable;

    /** What stands inside: the next interceptor, in the end the call itself. */
    @FunctionalInterface
    interface Next {
        @Nullable
        Object proceed(Invocation call) throws Throwable;
    }
}
