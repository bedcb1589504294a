package miner;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Engine extends Remote {
    /** The id of what was started. */
    Object executeTask(Task task) throws RemoteException;

    Object checkStatus(Object id) throws Exception;
}
