package repository;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface RemoteIterator extends Remote {
    long size() throws RemoteException;

    /** Some remote objects; null at the end. */
    Object[] nextObjects() throws RemoteException;
}
