package load;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;

/** Is set up, run and read by one client, from one of its threads. */
public interface Engine extends Remote {
    void configure(List<Element> plan) throws RemoteException;

    void setProperty(String key, Object value) throws RemoteException;

    void run() throws RemoteException;
}
