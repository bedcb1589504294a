package dev.wherry.internal.invoke;

import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.EndpointOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A target whose object stubs may call themselves as long as it is there, and which notes what they ask of it. */
final class Near implements CallTarget {
    private final Object object;
    private Object ready;
    int asked;

    Near(Object object) {
        this.object = object;
        ready = object;
    }

    static <T> T stub(Class<T> type, T object) {
        return stub(type, new Near(object), EndpointOptions.defaults());
    }

    static <T> T stub(Class<T> type, Near near, EndpointOptions options) {
        return Stubs.create(near, Loop.parsed(type, options), List.of(), CallOptions.none());
    }

    @Override
    public Supplier<Object> near() {
        return () -> ready;
    }

    @Override
    public Object call(RemoteMethod method, Object[] arguments, CallOptions options) throws Throwable {
        asked++;
        return method.invoke(object, arguments);
    }

    @Override
    public CompletableFuture<Object> start(RemoteMethod method, Object[] arguments, CallOptions options) {
        asked++;
        return CompletableFuture.completedFuture("later");
    }

    @Override
    public void send(RemoteMethod method, Object[] arguments, CallOptions options, Delivery delivery) throws Throwable {
        asked++;
        method.invoke(object, arguments);
    }

    @Override
    public Object identity() {
        return System.identityHashCode(object);
    }

    @Override
    public String describe() {
        return "near";
    }

    @Override
    public void release() {
        ready = null;
    }
}
