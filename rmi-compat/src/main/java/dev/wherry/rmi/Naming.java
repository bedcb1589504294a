package dev.wherry.rmi;

import java.net.MalformedURLException;
import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Replaces {@code java.rmi.Naming}. A name has the form {@code rmi://host:port/name}, {@code //host:port/name} or
 * {@code name}. The default host is this host; the default port is 1099.
 */
public final class Naming {
    private Naming() {}

    /**
     * Returns a stub of the object that is bound to a name.
     *
     * @throws NotBoundException if the name is not bound
     * @throws MalformedURLException if the name does not have a form as above
     * @throws RemoteException {@link java.rmi.ConnectException} or {@link java.rmi.UnknownHostException} if there is no
     *     registry
     */
    public static Remote lookup(String name) throws NotBoundException, MalformedURLException, RemoteException {
        RmiName parsed = RmiName.parse(name);
        return parsed.name().isEmpty() ? parsed.registry() : parsed.registry().lookup(parsed.name());
    }

    /** Binds a name to an exported object, or to a stub. */
    public static void bind(String name, Remote object)
            throws AlreadyBoundException, MalformedURLException, RemoteException {
        RmiName parsed = RmiName.parse(name);
        parsed.registry().bind(parsed.name(), Objects.requireNonNull(object, "cannot bind to null"));
    }

    /** Removes a name. */
    public static void unbind(String name) throws RemoteException, NotBoundException, MalformedURLException {
        RmiName parsed = RmiName.parse(name);
        parsed.registry().unbind(parsed.name());
    }

    /** Binds a name and replaces its binding, if any. */
    public static void rebind(String name, Remote object) throws RemoteException, MalformedURLException {
        RmiName parsed = RmiName.parse(name);
        parsed.registry().rebind(parsed.name(), Objects.requireNonNull(object, "cannot bind to null"));
    }

    /**
     * Returns the names of a registry, each as {@code //host:port/name}.
     *
     * @param name the name of the registry, such as {@code //host:port}
     */
    public static String[] list(String name) throws RemoteException, MalformedURLException {
        RmiName parsed = RmiName.parse(name);
        return Stream.of(parsed.registry().list()).map(parsed::with).toArray(String[]::new);
    }
}
