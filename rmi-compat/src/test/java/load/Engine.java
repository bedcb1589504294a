package load;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;

/** An engine that one client configures, runs and reads, on one of its threads. */
public interface Engine extends Remote {
    void configure(List<Element> plan) throws RemoteException;

    void setProperty(String key, Object value) throws RemoteException;

    void run() throws RemoteException;
}
