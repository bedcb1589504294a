package dev.wherry.internal.invoke;

import dev.wherry.Interceptor;
import dev.wherry.Invocation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Interceptors, outermost first, around the call itself. */
final class Chain {
    private Chain() {}

    static Interceptor.Next of(List<Interceptor> interceptors, Interceptor.Next call) {
        Interceptor.Next next = call;
        for (Interceptor interceptor : interceptors.reversed()) {
            Interceptor.Next inner = next;
            next = invocation -> interceptor.around(invocation, inner);
        }
        return next;
    }

    static List<@Nullable Object> list(@Nullable Object[] arguments) {
        List<@Nullable Object> list = new ArrayList<>(arguments.length);
        Collections.addAll(list, arguments);
        return Collections.unmodifiableList(list);
    }

    /** The arguments that the last interceptor passed on; it may have replaced them, but not the method. */
    static @Nullable Object[] arguments(Invocation invocation, RemoteMethod method) {
        if (!invocation.method().equals(method.method())) {
            throw new IllegalStateException("An interceptor went on with " + invocation.method() + " in a call of "
                    + method.method() + "; it may change arguments and options only");
        }
        @Nullable Object[] arguments = invocation.arguments().toArray();
        if (arguments.length != method.method().getParameterCount()) {
            throw new IllegalStateException("An interceptor went on with " + arguments.length + " arguments of "
                    + method.method() + "; it may replace them, but not their number");
        }
        return arguments;
    }
}
