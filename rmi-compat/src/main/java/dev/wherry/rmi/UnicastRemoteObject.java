package dev.wherry.rmi;

import java.io.Serial;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Takes the place of {@code java.rmi.server.UnicastRemoteObject}. An exported object can be called by every JVM that it is
 * passed to, or that finds it in a registry, and keeps its JVM alive until it is unexported, or until neither this program
 * nor a peer refers to it.
 *
 * <p>The objects of a JVM share the connections of its {@link RmiEndpoint}. An object that is exported at port 0 takes no
 * port of its own.
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
     * @param port at which this JVM listens from now on; 0: where it listens anyway
     * @throws java.rmi.server.ExportException if its class has no interface that can be called remotely, or the port is
     *     not free
     */
    @SuppressWarnings("this-escape") // as in Java RMI: it can be called before its subclass is done
    protected UnicastRemoteObject(int port) throws RemoteException {
        ExportedObjects.export(this, port);
    }

    /**
     * Exports the object that is being created, at a port. The factories are not used.
     *
     * @throws java.rmi.server.ExportException as above, and if there is a factory: null is accepted, and others only with
     *     {@code -Dwherry.rmi.socketFactories=ignore}
     */
    @SuppressWarnings("this-escape") // as above
    protected UnicastRemoteObject(
            int port, @Nullable RMIClientSocketFactory client, @Nullable RMIServerSocketFactory server)
            throws RemoteException {
        SocketFactories.requireNone(client, server);
        ExportedObjects.export(this, port);
    }

    /** Exports an object at port 0, and returns it. */
    public static Remote exportObject(Remote object) throws RemoteException {
        return exportObject(object, 0);
    }

    /**
     * Exports an object at a port, and returns what stands for it: the object itself.
     *
     * @param port at which this JVM listens from now on; 0: where it listens anyway
     * @throws java.rmi.server.ExportException if it is exported already, its class has no interface that can be called
     *     remotely, or the port is not free
     */
    public static Remote exportObject(Remote object, int port) throws RemoteException {
        ExportedObjects.export(object, port);
        return object;
    }

    /**
     * Exports an object at a port, and returns it. The factories are not used.
     *
     * @throws java.rmi.server.ExportException as above, and if there is a factory: null is accepted, and others only with
     *     {@code -Dwherry.rmi.socketFactories=ignore}
     */
    public static Remote exportObject(
            Remote object, int port, @Nullable RMIClientSocketFactory client, @Nullable RMIServerSocketFactory server)
            throws RemoteException {
        SocketFactories.requireNone(client, server);
        return exportObject(object, port);
    }

    /**
     * Ends the export of an object: calls that run go on, later ones throw {@link NoSuchObjectException}.
     *
     * @param force ignored: no call is broken off, whether or not calls run
     * @return true
     * @throws NoSuchObjectException if the object is not exported
     */
    public static boolean unexportObject(Remote object, boolean force) throws NoSuchObjectException {
        ExportedObjects.unexport(object);
        return true;
    }
}
