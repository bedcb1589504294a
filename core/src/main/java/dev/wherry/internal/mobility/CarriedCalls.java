package dev.wherry.internal.mobility;

import dev.wherry.internal.call.RemoteInterface;
import dev.wherry.internal.call.RemoteMethod;
import dev.wherry.internal.call.Stubs;
import dev.wherry.internal.call.Target;
import org.jspecify.annotations.Nullable;

/** The calls of an object that the peer has sent go by its {@link Carried}. */
record CarriedCalls(Carried stub, Target target, RemoteMethod call, RemoteMethod send) implements Carrier {
    static CarriedCalls of(Carried stub, RemoteInterface type) {
        return new CarriedCalls(
                stub, Stubs.requireTarget(stub), Carrier.method(type, "call"), Carrier.method(type, "send"));
    }

    @Override
    public @Nullable Object[] with(RemoteMethod method, Parcel arguments) {
        return new @Nullable Object[] {method.owner().type().getName(), method.key(), arguments};
    }
}
