package repository;

import java.rmi.RemoteException;

public interface RemoteProperty extends RemoteItem {
    Object value() throws RemoteException;
}
