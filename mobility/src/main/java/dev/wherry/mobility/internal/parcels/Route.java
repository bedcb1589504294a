package dev.wherry.mobility.internal.parcels;

import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import org.jspecify.annotations.Nullable;

/** Carries the calls of one object at the other side of a channel: the remote methods that send their parcels. */
public interface Route {
    CallTarget target();

    /** Returns the method for a call. Its result is a {@link Parcel.Reply}. */
    RemoteMethod call();

    /** Returns the method for a one-way call. */
    RemoteMethod send();

    /** Returns the arguments of either method. */
    @Nullable
    Object[] with(RemoteMethod method, Parcel arguments);

    /** Returns the {@link RemoteObject} of an object that was passed by reference; null for a workspace. */
    @Nullable
    Object stub();

    /** Called when a call was answered. */
    default void answered() {}

    /** Called when a one-way call was sent. */
    default void sent() {}

    /** Called when a call has found the object gone. */
    default void missed() {}

    /** Returns whether a call has found the object gone. */
    default boolean isGone() {
        return false;
    }

    static RemoteMethod method(RemoteInterface type, String name) {
        return type.methods().stream()
                .filter(method -> method.method().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
