package dev.wherry.rmi;

import java.io.Serial;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code java.rmi.server.UnicastRemoteObject}. An exported object can be called by each JVM to which it is
 * passed or that finds it in a registry. It keeps its JVM alive until it is unexported, or until neither this program
 * nor a peer refers to it.
 *
 * <p>The objects of a JVM share the connections of its {@link RmiEndpoint}. An object that is exported at port 0 needs
 * no port of its own.
 */
public class UnicastRemoteObject extends RemoteServer {
    @Serial
    private static final long serialVersionUID = 1;

    /** Exports the object that is being created. */
    protected UnicastRemoteObject() throws RemoteException {
        this(0);
    }

    /**
     * Exports the object that is being created, at a port.
     *
     * @param port the port at which this JVM then listens; 0 for the port at which it listens anyway
     * @throws java.rmi.server.ExportException if its class has no interface that can be called remotely, or the port is
     *     not free
     */
    // as in Java RMI: the object can be called before the constructor of its subclass has ended
    @SuppressWarnings("this-escape")
    protected UnicastRemoteObject(int port) throws RemoteException {
        ExportedObjects.export(this, port);
    }

    /**
     * Exports the object that is being created, at a port. The factories are not used.
     *
     * @throws java.rmi.server.ExportException as above, and if a factory is not null, unless the JVM was started with
     *     {@code -Dwherry.rmi.socketFactories=ignore}
     */
    @SuppressWarnings("this-escape") // as above
    protected UnicastRemoteObject(
            int port, @Nullable RMIClientSocketFactory client, @Nullable RMIServerSocketFactory server)
            throws RemoteException {
        SocketFactories.requireNone(client, server);
        ExportedObjects.export(this, port);
    }

    /** Exports an object at port 0. Returns the object. */
    public static Remote exportObject(Remote object) throws RemoteException {
        return exportObject(object, 0);
    }

    /**
     * Exports an object at a port. Returns the object itself.
     *
     * @param port the port at which this JVM then listens; 0 for the port at which it listens anyway
     * @throws java.rmi.server.ExportException if the object is exported already, its class has no interface that can be
     *     called remotely, or the port is not free
     */
    public static Remote exportObject(Remote object, int port) throws RemoteException {
        ExportedObjects.export(object, port);
        return object;
    }

    /**
     * Exports an object at a port. Returns the object. The factories are not used.
     *
     * @throws java.rmi.server.ExportException as above, and if a factory is not null, unless the JVM was started with
     *     {@code -Dwherry.rmi.socketFactories=ignore}
     */
    public static Remote exportObject(
            Remote object, int port, @Nullable RMIClientSocketFactory client, @Nullable RMIServerSocketFactory server)
            throws RemoteException {
        SocketFactories.requireNone(client, server);
        return exportObject(object, port);
    }

    /**
     * Ends the export of an object. Running calls continue; later calls throw {@link NoSuchObjectException}.
     *
     * @param force ignored: running calls are never aborted
     * @return true
     * @throws NoSuchObjectException if the object is not exported
     */
    public static boolean unexportObject(Remote object, boolean force) throws NoSuchObjectException {
        ExportedObjects.unexport(object);
        return true;
    }
}
