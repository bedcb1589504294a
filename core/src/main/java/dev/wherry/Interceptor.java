package dev.wherry;

import org.jspecify.annotations.Nullable;

/**
 * Runs around calls: at the caller around encoding, waiting and decoding, at the server around the method. For any
 * thread. In a call of a method that returns a future, the chain returns that future.
 */
@FunctionalInterface
public interface Interceptor {
    /** Continues by {@code next.proceed(call)}, or returns a result of its own, or throws. */
    @Nullable
    Object around(Invocation call, Next next) throws Throwable;

    /** The next interceptor or, after the last one, the call itself. */
    @FunctionalInterface
    interface Next {
        /**
         * Runs the rest of the chain and returns its result, which is null for {@code void}. May be called with another {@link Invocation}.
         *
         * @throws Throwable what the method or the call has thrown
         */
        @Nullable
        Object proceed(Invocation call) throws Throwable;
    }
}
