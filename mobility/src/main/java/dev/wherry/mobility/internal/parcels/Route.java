package dev.wherry.mobility.internal.parcels;

import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import org.jspecify.annotations.Nullable;

/** How the calls of one object of a channel's other side are made: the remote methods that take their parcels there. */
public interface Route {
    CallTarget target();

    /** Whose answer is a {@link Parcel.Reply}. */
    RemoteMethod call();

    RemoteMethod send();

    /** The arguments of either. */
    @Nullable
    Object[] with(RemoteMethod method, Parcel arguments);

    /** What stands for the object, if it is one that was sent; null for a workspace. */
    @Nullable
    Object stub();

    /** A call has been answered. */
    default void answered() {}

    /** A task without an answer is on its way. */
    default void sent() {}

    /** A call has found the object gone. */
    default void missed() {}

    /** What has taken the object's place; null: it is not known to be gone, or nothing takes its place. */
    default @Nullable ChannelTarget instead() {
        return null;
    }

    static RemoteMethod method(RemoteInterface type, String name) {
        return type.methods().stream()
                .filter(method -> method.method().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
