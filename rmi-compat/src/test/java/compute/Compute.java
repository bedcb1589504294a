package compute;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Runs tasks that clients send. */
public interface Compute extends Remote {
    <T> T run(Work<T> work) throws RemoteException;
}
