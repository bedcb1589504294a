package repository;

import java.rmi.RemoteException;

public interface RemoteNode extends RemoteItem {
    RemoteNode add(String name) throws RepositoryException, RemoteException;

    RemoteItem item(String path) throws RepositoryException, RemoteException;

    RemoteProperty set(String name, Object value) throws RemoteException;

    RemoteIterator children() throws RemoteException;
}
