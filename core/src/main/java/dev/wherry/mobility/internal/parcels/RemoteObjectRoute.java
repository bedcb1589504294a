package dev.wherry.mobility.internal.parcels;

import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.invoke.Stubs;
import org.jspecify.annotations.Nullable;

/** The calls of an object that the peer has sent go by its {@link RemoteObject}. */
record RemoteObjectRoute(RemoteObject stub, CallTarget target, RemoteMethod call, RemoteMethod send) implements Route {
    static RemoteObjectRoute of(RemoteObject stub, RemoteInterface type) {
        return new RemoteObjectRoute(
                stub, Stubs.requireTarget(stub), Route.method(type, "call"), Route.method(type, "send"));
    }

    @Override
    public @Nullable Object[] with(RemoteMethod method, Parcel arguments) {
        return new @Nullable Object[] {method.owner().type().getName(), method.key(), arguments};
    }
}
