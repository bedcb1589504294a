package repository;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface RemoteIterator extends Remote {
    long size() throws RemoteException;

    /** Returns some remote objects, or null at the end. */
    Object[] nextObjects() throws RemoteException;
}
