package dev.wherry.internal.parcels;

import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.invoke.Stubs;
import org.jspecify.annotations.Nullable;

/** The calls of an object that the peer has sent go by its {@link Referent}. */
record ReferentRoute(Referent stub, CallTarget target, RemoteMethod call, RemoteMethod send) implements Route {
    static ReferentRoute of(Referent stub, RemoteInterface type) {
        return new ReferentRoute(
                stub, Stubs.requireTarget(stub), Route.method(type, "call"), Route.method(type, "send"));
    }

    @Override
    public @Nullable Object[] with(RemoteMethod method, Parcel arguments) {
        return new @Nullable Object[] {method.owner().type().getName(), method.key(), arguments};
    }
}
