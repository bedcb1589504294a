package dev.wherry.rmi;

import dev.wherry.rmi.registry.Location;
import dev.wherry.rmi.registry.Names;
import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Objects;

/** A registry at an address. The connection is opened when the registry is used. */
final class DistantRegistry implements Registry {
    private final String host;
    private final int port;

    DistantRegistry(String host, int port) {
        this.host = host;
        this.port = port;
    }

    private Names names() throws RemoteException {
        return Lookups.lookup(host, port, Names.NAME, Names.class);
    }

    @Override
    public Remote lookup(String name) throws RemoteException, NotBoundException {
        Location location = names().find(Objects.requireNonNull(name, "name"));
        if (location == null) {
            throw new NotBoundException(name);
        }
        return Lookups.stub(location, host, port);
    }

    @Override
    public void bind(String name, Remote object) throws RemoteException, AlreadyBoundException {
        Objects.requireNonNull(name, "name");
        if (!names().bind(name, ExportedObjects.locate(object), false)) {
            throw new AlreadyBoundException(name);
        }
    }

    @Override
    public void rebind(String name, Remote object) throws RemoteException {
        names().bind(Objects.requireNonNull(name, "name"), ExportedObjects.locate(object), true);
    }

    @Override
    public void unbind(String name) throws RemoteException, NotBoundException {
        if (!names().unbind(Objects.requireNonNull(name, "name"))) {
            throw new NotBoundException(name);
        }
    }

    @Override
    public String[] list() throws RemoteException {
        return names().list();
    }

    @Override
    public String toString() {
        return "registry at " + host + ":" + port;
    }
}
