package game;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Table extends Remote {
    void sit(Player player) throws RemoteException;

    /** Returns once the table has seen the card, which takes a while. */
    int play(Player player, Card card) throws RemoteException;
}
