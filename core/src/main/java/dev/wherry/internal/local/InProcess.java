package dev.wherry.internal.local;

import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The in-process endpoints of this JVM, by name: what a port is to TCP. */
public final class InProcess {
    public static final String SCHEME = "inprocess";

    private static final ConcurrentNavigableMap<String, LocalObjects> LISTENING = new ConcurrentSkipListMap<>();

    private InProcess() {}

    /** @throws RemoteException UNAVAILABLE if the name is taken */
    public static void listen(String name, LocalObjects objects) {
        if (LISTENING.putIfAbsent(name, objects) != null) {
            throw new RemoteException(
                    Code.UNAVAILABLE, "An endpoint of this JVM listens at " + SCHEME + "://" + name + " already");
        }
    }

    public static void close(String name, LocalObjects objects) {
        LISTENING.remove(name, objects);
    }

    public static LocalObjects connect(@Nullable String name) {
        LocalObjects found = name == null ? null : LISTENING.get(name);
        if (found == null) {
            throw new RemoteException(
                    Code.UNAVAILABLE,
                    "No endpoint of this JVM listens at " + SCHEME + "://" + name + "; there are "
                            + LISTENING.keySet());
        }
        return found;
    }
}
