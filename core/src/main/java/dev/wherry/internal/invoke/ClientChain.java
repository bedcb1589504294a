package dev.wherry.internal.invoke;

import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.Identity;
import dev.wherry.Interceptor;
import dev.wherry.Invocation;
import dev.wherry.Peer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The caller's interceptors around a target. Builds no {@link Invocation} where there are none. */
final class ClientChain {
    private static final Identity HERE = Identity.of("in process", null);

    private ClientChain() {}

    static @Nullable Object call(
            CallTarget target, RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
            throws Throwable {
        return around(target, method, arguments, options, target::call);
    }

    static void send(
            CallTarget target,
            RemoteMethod method,
            @Nullable Object[] arguments,
            CallOptions options,
            Delivery delivery)
            throws Throwable {
        if (interceptors(method).isEmpty()) {
            target.send(method, arguments, options, delivery);
        } else {
            around(target, method, arguments, options, (same, last, inForce) -> {
                target.send(same, last, inForce, delivery);
                return null;
            });
        }
    }

    /** Never throws: what goes wrong at once fails the future. */
    @SuppressWarnings("FutureReturnValueIgnored") // target::start hands its future on, as an object
    static CompletableFuture<@Nullable Object> start(
            CallTarget target, RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        try {
            return interceptors(method).isEmpty()
                    ? target.start(method, arguments, options)
                    : future(around(target, method, arguments, options, target::start));
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** An interceptor may answer in the target's place, with a future or with the value itself. */
    @SuppressWarnings("unchecked") // whatever a stage completes with is an object
    private static CompletableFuture<@Nullable Object> future(@Nullable Object answer) {
        return answer instanceof CompletionStage<?> stage
                ? (CompletableFuture<@Nullable Object>) stage.toCompletableFuture()
                : CompletableFuture.completedFuture(answer);
    }

    private static List<Interceptor> interceptors(RemoteMethod method) {
        return method.owner().options().clientInterceptors();
    }

    private static @Nullable Object around(
            CallTarget target, RemoteMethod method, @Nullable Object[] arguments, CallOptions options, Last last)
            throws Throwable {
        Interceptor.Next call = invocation -> last.call(
                method,
                Chain.arguments(invocation, method),
                invocation.options().orElse(method.defaults()));
        return Chain.of(interceptors(method), call).proceed(invocation(target, method, arguments, options));
    }

    private static @Nullable Duration left(long nanos) {
        return nanos == InboundCall.UNLIMITED ? null : Duration.ofNanos(nanos);
    }

    private static Invocation invocation(
            CallTarget target, RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        Duration timeout = options.timeout();
        return new Invocation(
                target.describe(),
                method.method(),
                Chain.list(arguments),
                options,
                timeout == null ? null : left(InboundCall.within(timeout)),
                target.peer().map(Peer::identity).orElse(HERE));
    }

    private interface Last {
        @Nullable
        Object call(RemoteMethod method, @Nullable Object[] arguments, CallOptions options) throws Throwable;
    }
}
