package load;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;

/** At the client, within the plan that it sends. */
public interface SampleListener extends Remote {
    void processBatch(List<Sample> samples) throws RemoteException;

    void testEnded(String host) throws RemoteException;
}
