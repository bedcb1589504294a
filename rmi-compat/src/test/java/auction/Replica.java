package auction;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.TreeMap;

/** What replicas call at each other: the same object has both interfaces. */
public interface Replica extends Remote {
    TreeMap<Integer, Lot> state() throws RemoteException;

    void update(TreeMap<Integer, Lot> state) throws RemoteException;

    boolean isAlive() throws RemoteException;
}
