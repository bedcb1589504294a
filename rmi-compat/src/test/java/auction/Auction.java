package auction;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The interface that bidders call, at the front end or at a replica. */
public interface Auction extends Remote {
    int open(String item, int reserve) throws RemoteException;

    boolean bid(int number, String bidder, int price) throws RemoteException;

    Lot lot(int number) throws RemoteException;
}
