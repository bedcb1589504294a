package dev.wherry.internal.objects;

import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.server.RemoteObject;

/** Asks Java RMI about an object. To be used only for objects of interfaces that extend Remote, so that the module is there. */
public final class RmiExport {
    private RmiExport() {}

    /** Whether RMI serves the object, at a port of its own. */
    @SuppressWarnings("ReferenceEquality") // of a stub RMI gives the very stub
    public static boolean isOf(Object object) {
        try {
            return object instanceof Remote remote && RemoteObject.toStub(remote) != object;
        } catch (NoSuchObjectException e) {
            return false;
        }
    }
}
