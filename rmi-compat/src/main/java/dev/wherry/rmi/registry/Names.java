package dev.wherry.rmi.registry;

import java.rmi.Remote;
import java.rmi.RemoteException;
import org.jspecify.annotations.Nullable;

/** A registry as other JVMs call it. Only processes of the registry's host may change it. */
public interface Names extends Remote {
    /** The name under which an endpoint serves its registry. */
    String NAME = "wherry.rmi.registry";

    /** Null if nothing is bound to the name. */
    @Nullable
    Location find(String name) throws RemoteException;

    /**
     * Binds a name.
     *
     * @param replace whether a name that is bound already is bound anew
     * @return false if the name is bound, and stays so
     */
    boolean bind(String name, Location location, boolean replace) throws RemoteException;

    /** Removes a name; false if it was not bound. */
    boolean unbind(String name) throws RemoteException;

    String[] list() throws RemoteException;
}
