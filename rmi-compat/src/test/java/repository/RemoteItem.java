package repository;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface RemoteItem extends Remote {
    String path() throws RemoteException;
}
