package dev.wherry.internal.invoke;

import dev.wherry.Answers;
import dev.wherry.Authorizer;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Interceptor;
import dev.wherry.Invocation;
import dev.wherry.Peer;
import dev.wherry.PeerRights;
import dev.wherry.PeerRights.Right;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs the authorizers and interceptors of an endpoint's options. Allocates nothing for a call if there are none. */
public final class Interceptors {
    private Interceptors() {}

    /** Runs authorizers before the arguments of a served call are decoded, and interceptors around its method. */
    public static final class OfServer {
        private final List<Authorizer> authorizers;
        private final List<Interceptor> interceptors;
        private final CallerIdentities identities;
        private final PeerRights rights;

        public OfServer(EndpointOptions options) {
            authorizers = options.authorizers();
            interceptors = options.serverInterceptors();
            identities = new CallerIdentities(options);
            rights = PeerRights.in(options);
        }

        public boolean isEmpty() {
            return authorizers.isEmpty() && interceptors.isEmpty();
        }

        /** Finds out for whom a call is made. Throws what refuses its token. */
        public void identify(InboundCall call) {
            identities.identify(call);
        }

        /** Returns if the call is allowed. Called before the arguments are decoded. Throws what an authorizer throws. */
        public void authorize(InboundCall call, RemoteMethod method) {
            identify(call);
            if (method.owner().isListing() && !rights.has(Right.LISTING, call.link())) {
                throw new CallException(
                        Code.REFUSED,
                        "Names, interfaces, statistics and held objects are listed only to peers on this host, and "
                                + call.link() + " is not one: ask there, or have the server set"
                                + " PeerRights.Right.LISTING");
            }
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
         * Runs the method of an authorized call on {@code object}, with the interceptors around it. The calling thread has
         * entered {@code call} already.
         *
         * @throws Throwable what the method or an interceptor threw
         */
        public @Nullable Object serve(
                InboundCall call, RemoteMethod method, Object object, @Nullable Object[] arguments) throws Throwable {
            if (interceptors.isEmpty()) {
                return call.call(method, object, arguments);
            }
            CallOptions options = CallOptions.builder().context(call.context()).build();
            Invocation invocation = new Invocation(
                    call.target(), method.method(), list(arguments), options, call.timeLeft(), call.identity());
            return chain(interceptors, last -> call.call(method, object, arguments(last, method)))
                    .proceed(invocation);
        }
    }

    /** Runs the caller's interceptors around a call of a target. */
    static final class OfClient {
        private OfClient() {}

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

        /**
         * Never throws: a failure of the start fails the future.
         *
         * @param last starts the call, and returns its future
         */
        static CompletableFuture<@Nullable Object> start(
                CallTarget target, RemoteMethod method, @Nullable Object[] arguments, CallOptions options, Last last) {
            try {
                return future(
                        interceptors(method).isEmpty()
                                ? last.call(method, arguments, options)
                                : around(target, method, arguments, options, last));
            } catch (Throwable e) {
                return CompletableFuture.failedFuture(e);
            }
        }

        /** Never throws either. The interceptors see a future that completes once all servers have answered. */
        @SuppressWarnings("FutureReturnValueIgnored") // the future is returned as an object
        static Answers<@Nullable Object> startAll(
                CallTarget target, RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
            AtomicReference<@Nullable Answers<@Nullable Object>> made = new AtomicReference<>();
            CompletableFuture<@Nullable Object> outcome =
                    start(target, method, arguments, options, (same, last, inForce) -> {
                        Answers<@Nullable Object> all = target.startAll(same, last, inForce);
                        made.set(all);
                        return all.all().thenCompose(_ -> all.first());
                    });
            return Objects.requireNonNullElseGet(made.get(), () -> Answers.of(target.describe(), outcome));
        }

        /** An interceptor may answer instead of the target, by a future or by the value itself. */
        @SuppressWarnings("unchecked") // the value of any stage is an object
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
                    method, arguments(invocation, method), invocation.options().orElse(method.defaults()));
            return chain(interceptors(method), call).proceed(invocation(target, method, arguments, options));
        }

        private static @Nullable Duration left(long nanos) {
            return nanos == RemoteInterface.UNLIMITED ? null : Duration.ofNanos(nanos);
        }

        private static Invocation invocation(
                CallTarget target, RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
            Duration timeout = options.timeout();
            return new Invocation(
                    target.describe(),
                    method.method(),
                    list(arguments),
                    options,
                    timeout == null ? null : left(InboundCall.within(timeout)),
                    target.peer().map(Peer::identity).orElse(Identity.THIS_JVM));
        }

        /** The call itself, which follows the last interceptor. */
        interface Last {
            @Nullable
            Object call(RemoteMethod method, @Nullable Object[] arguments, CallOptions options) throws Throwable;
        }
    }

    /** Returns the interceptors, the outermost first, with the call itself inside. */
    private static Interceptor.Next chain(List<Interceptor> interceptors, Interceptor.Next call) {
        Interceptor.Next next = call;
        for (Interceptor interceptor : interceptors.reversed()) {
            Interceptor.Next inner = next;
            next = invocation -> interceptor.around(invocation, inner);
        }
        return next;
    }

    private static List<@Nullable Object> list(@Nullable Object[] arguments) {
        List<@Nullable Object> list = new ArrayList<>(arguments.length);
        Collections.addAll(list, arguments);
        return Collections.unmodifiableList(list);
    }

    /** Returns the arguments that the last interceptor passed on. It may have replaced them, but not the method. */
    private static @Nullable Object[] arguments(Invocation invocation, RemoteMethod method) {
        if (!invocation.method().equals(method.method())) {
            throw new IllegalStateException("An interceptor continued with " + invocation.method() + " in a call of "
                    + method.method() + "; it may change arguments and options only");
        }
        @Nullable Object[] arguments = invocation.arguments().toArray();
        if (arguments.length != method.method().getParameterCount()) {
            throw new IllegalStateException("An interceptor continued with " + arguments.length + " arguments of "
                    + method.method() + "; it may replace them, but not change their number");
        }
        return arguments;
    }
}
