package repository;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface RemoteRepository extends Remote {
    RemoteNode login(Credentials credentials) throws RepositoryException, RemoteException;
}
