package game;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Player extends Remote {
    String name() throws RemoteException;

    void yourTurn(Card top) throws RemoteException;

    void won(String name) throws RemoteException;
}
