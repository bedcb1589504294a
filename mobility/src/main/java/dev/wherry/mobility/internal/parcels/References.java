package dev.wherry.mobility.internal.parcels;

import dev.wherry.internal.invoke.CallTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The objects that the parcels of one channel refer to, those of this side and those of the peer. For any thread. */
interface References {
    /** Returns the object as the peer has it, if it is one of the peer; else null. */
    @Nullable
    Object atHome(Object object, CallTarget target);

    /** Returns the remote object of an object of this side. */
    RemoteObject of(Object object, List<Class<?>> as);

    /**
     * Returns an object that was received: an object of this side as it is, and one of the peer as a stub.
     *
     * @param home the object, if it is one of this side; else null
     * @param remote the object, if it is one of the peer; else null
     * @param names the interfaces that the object is served as
     */
    @Nullable
    Object received(@Nullable Object home, @Nullable RemoteObject remote, List<String> names, Class<?> declared);
}
