package dev.wherry.internal.invoke;

import dev.wherry.Authorizer;
import dev.wherry.CallOptions;
import dev.wherry.EndpointOptions;
import dev.wherry.Interceptor;
import dev.wherry.Invocation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the server has put before a method: authorizers before the arguments are decoded, interceptors around the method.
 * Builds no {@link Authorizer.Request} and no {@link Invocation} where there are none.
 */
public final class ServerChain {
    private final List<Authorizer> authorizers;
    private final List<Interceptor> interceptors;

    public ServerChain(EndpointOptions options) {
        authorizers = options.authorizers();
        interceptors = options.serverInterceptors();
    }

    public boolean isEmpty() {
        return authorizers.isEmpty() && interceptors.isEmpty();
    }

    /** Asks whether the call may be made; whoever decodes arguments asks this before. Throws what an authorizer throws. */
    public void authorize(InboundCall call, RemoteMethod method) {
        if (authorizers.isEmpty()) {
            return;
        }
        Authorizer.Request request =
                new Authorizer.Request(call.identity(), call.target(), method.method(), call.context());
        for (Authorizer each : authorizers) {
            each.authorize(request);
        }
    }

    /**
     * Runs the method of an authorized call on {@code object}, interceptors included. The thread has entered {@code call}
     * already.
     *
     * @throws Throwable what the method or an interceptor threw
     */
    public @Nullable Object serve(InboundCall call, RemoteMethod method, Object object, @Nullable Object[] arguments)
            throws Throwable {
        if (interceptors.isEmpty()) {
            call.runs();
            return method.invoke(object, arguments);
        }
        CallOptions options = CallOptions.builder().context(call.context()).build();
        Invocation invocation = new Invocation(
                call.target(), method.method(), Chain.list(arguments), options, call.timeLeft(), call.identity());
        return Chain.of(interceptors, last -> {
                    call.runs();
                    return method.invoke(object, Chain.arguments(last, method));
                })
                .proceed(invocation);
    }
}
