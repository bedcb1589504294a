package miner;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Engine extends Remote {
    /** Starts a task. Returns its id. */
    Object executeTask(Task task) throws RemoteException;

    Object checkStatus(Object id) throws Exception;
}
