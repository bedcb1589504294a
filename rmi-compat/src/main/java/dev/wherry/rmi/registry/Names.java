package dev.wherry.rmi.registry;

import java.rmi.Remote;
import java.rmi.RemoteException;
import org.jspecify.annotations.Nullable;

/** The remote interface of a registry. Only processes of the registry's host may change it. */
public interface Names extends Remote {
    /** The name under which an endpoint serves its registry. */
    String NAME = "wherry.rmi.registry";

    /** Returns the location of a name, or null if the name is not bound. */
    @Nullable
    Location find(String name) throws RemoteException;

    /**
     * Binds a name.
     *
     * @param replace whether to replace an existing binding
     * @return false if the name was bound and was not replaced
     */
    boolean bind(String name, Location location, boolean replace) throws RemoteException;

    /** Removes a name. Returns false if it was not bound. */
    boolean unbind(String name) throws RemoteException;

    String[] list() throws RemoteException;
}
