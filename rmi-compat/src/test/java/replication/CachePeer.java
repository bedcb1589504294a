package replication;

import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;

public interface CachePeer extends Remote {
    void put(Element element) throws RemoteException;

    boolean remove(Serializable key) throws RemoteException;

    /** Sends events in the order of the changes. */
    @SuppressWarnings("rawtypes") // old interfaces use raw types
    void send(List events) throws RemoteException;

    @SuppressWarnings("rawtypes")
    List getKeys() throws RemoteException;

    @SuppressWarnings("rawtypes")
    List getElements(List keys) throws RemoteException;

    String getName() throws RemoteException;
}
