package auction;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.TreeMap;

/** The interface that replicas call at one another. A replica implements this interface and {@link Auction}. */
public interface Replica extends Remote {
    TreeMap<Integer, Lot> state() throws RemoteException;

    void update(TreeMap<Integer, Lot> state) throws RemoteException;

    boolean isAlive() throws RemoteException;
}
