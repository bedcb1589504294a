package load;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;

/** A listener at the client, as a part of the plan that the client sends. */
public interface SampleListener extends Remote {
    void processBatch(List<Sample> samples) throws RemoteException;

    void testEnded(String host) throws RemoteException;
}
