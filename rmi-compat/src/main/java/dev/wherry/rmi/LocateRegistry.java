package dev.wherry.rmi;

import java.rmi.RemoteException;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import org.jspecify.annotations.Nullable;

/** Replaces {@code java.rmi.registry.LocateRegistry}. */
public final class LocateRegistry {
    private LocateRegistry() {}

    /** Returns the registry of this host at port 1099. Nothing is sent before it is used. */
    public static Registry getRegistry() throws RemoteException {
        return getRegistry(null, java.rmi.registry.Registry.REGISTRY_PORT);
    }

    /** Returns the registry of this host at a port. */
    public static Registry getRegistry(int port) throws RemoteException {
        return getRegistry(null, port);
    }

    /** Returns the registry of a host at port 1099. */
    public static Registry getRegistry(@Nullable String host) throws RemoteException {
        return getRegistry(host, java.rmi.registry.Registry.REGISTRY_PORT);
    }

    /**
     * Returns the registry of a host at a port.
     *
     * @param host the host; null or empty for this host
     * @param port the port; 0 or less for 1099
     */
    public static Registry getRegistry(@Nullable String host, int port) throws RemoteException {
        return new DistantRegistry(
                host == null || host.isEmpty() ? "localhost" : host,
                port <= 0 ? java.rmi.registry.Registry.REGISTRY_PORT : port);
    }

    /**
     * Returns the registry of a host at a port. The factory is not used.
     *
     * @throws java.rmi.server.ExportException if the factory is not null, unless the JVM was started with {@code
     *     -Dwherry.rmi.socketFactories=ignore}
     */
    public static Registry getRegistry(@Nullable String host, int port, @Nullable RMIClientSocketFactory client)
            throws RemoteException {
        SocketFactories.requireNone(client);
        return getRegistry(host, port);
    }

    /**
     * Creates a registry in this JVM and listens at a port. Processes on any host can look names up; processes on this
     * host can bind them. A registry alone does not keep the JVM alive, but exported objects do.
     *
     * @param port the port; 0 for any free port
     * @throws java.rmi.server.ExportException if the port is not free, or this JVM already has a registry there
     */
    public static Registry createRegistry(int port) throws RemoteException {
        return LocalRegistry.create(port);
    }

    /**
     * Creates a registry in this JVM and listens at a port. The factories are not used.
     *
     * @throws java.rmi.server.ExportException as above, and if a factory is not null, unless the JVM was started with
     *     {@code -Dwherry.rmi.socketFactories=ignore}
     */
    public static Registry createRegistry(
            int port, @Nullable RMIClientSocketFactory client, @Nullable RMIServerSocketFactory server)
            throws RemoteException {
        SocketFactories.requireNone(client, server);
        return createRegistry(port);
    }
}
