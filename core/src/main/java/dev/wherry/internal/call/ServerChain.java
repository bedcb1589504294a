package dev.wherry.internal.call;

import dev.wherry.CallOptions;
import dev.wherry.spi.Interceptor;
import dev.wherry.spi.Invocation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The server's interceptors around the method. Builds no {@link Invocation} where there are none. */
public final class ServerChain {
    private final List<Interceptor> interceptors;

    public ServerChain(List<Interceptor> interceptors) {
        this.interceptors = List.copyOf(interceptors);
    }

    public boolean isEmpty() {
        return interceptors.isEmpty();
    }

    /**
     * Runs the method on {@code object}, interceptors included. The thread has entered {@code call} already.
     *
     * @throws Throwable what the method or an interceptor threw
     */
    public @Nullable Object serve(InboundCall call, RemoteMethod method, Object object, @Nullable Object[] arguments)
            throws Throwable {
        if (interceptors.isEmpty()) {
            call.runs();
            return method.invoke(object, arguments);
        }
        CallOptions options = new CallOptions(null, null, false, call.context());
        Invocation invocation = new Invocation(
                call.target(), method.method(), Chain.list(arguments), options, call.timeLeft(), call.identity());
        return Chain.of(interceptors, last -> {
                    call.runs();
                    return method.invoke(object, Chain.arguments(last, method));
                })
                .proceed(invocation);
    }
}
