package dev.wherry.internal.invoke;

import java.lang.reflect.Array;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A stub that records the one call made on it instead of making it. */
final class Recording extends Stub {
    private final String by;
    private final boolean nothing;
    private @Nullable RemoteMethod called;
    private @Nullable Object[] with = {};
    private @Nullable Object placeholder;
    private boolean closed;

    /**
     * @param by the method of the program's call, for messages
     * @param nothing whether the call must be one of a method that returns nothing
     */
    Recording(Stub original, String by, boolean nothing) {
        super(original.target(), original.interfaces(), original.options());
        this.by = by;
        this.nothing = nothing;
    }

    @Override
    @Nullable
    Supplier<? extends @Nullable Object> near() {
        return null; // each call is recorded
    }

    @Override
    synchronized @Nullable Object invoke(Object self, RemoteMethod method, @Nullable Object[] arguments) {
        if (closed || called != null) {
            throw new IllegalStateException(by + " makes one call, and " + method.name() + " is a second one"
                    + (closed ? ", made after the function had returned" : "") + ". Call " + by
                    + " once for each call");
        }
        if (method.style() == Style.FUTURE || delivery(method) != null) {
            throw new IllegalStateException(method.name()
                    + (method.style() == Style.FUTURE ? " returns a future" : " is one-way")
                    + " and does not wait anyway. Call it directly");
        }
        Class<?> type = method.method().getReturnType();
        if (nothing && type != void.class) {
            throw new IllegalStateException(method.name() + " returns something. Use Calls.async instead of " + by);
        }
        called = method;
        with = arguments.clone();
        placeholder = type.isPrimitive() && type != void.class ? Array.get(Array.newInstance(type, 1), 0) : null;
        return placeholder;
    }

    /** Returns the exception for a function that failed because it used a result that does not exist yet. */
    synchronized RuntimeException misused(NullPointerException cause) {
        return called == null ? cause : new IllegalStateException(misuse(called), cause);
    }

    private String misuse(RemoteMethod called) {
        return by + " returns before there is a result, and its function worked on the result of " + called.name()
                + ". Do so in thenApply of the future instead";
    }

    /**
     * Makes the call.
     *
     * @param returned by the function: must be the value that the call returned to it
     */
    <F> F make(@Nullable Object returned, BiFunction<RemoteMethod, @Nullable Object[], F> start) {
        RemoteMethod method;
        @Nullable Object[] arguments;
        synchronized (this) {
            closed = true;
            if (called == null) {
                throw new IllegalStateException(
                        by + " makes one call, and its function made none on the stub it was given: " + by
                                + "(bank, b -> b.transfer(from, to, amount))");
            }
            if (!Objects.equals(returned, placeholder)) {
                throw new IllegalStateException(misuse(called));
            }
            method = called;
            arguments = with;
        }
        return start.apply(method, arguments);
    }
}
