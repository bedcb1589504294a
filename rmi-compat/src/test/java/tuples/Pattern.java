package tuples;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** A pattern of the client. The server calls it for each new tuple. */
public interface Pattern extends Remote {
    boolean wants(Tuple tuple) throws RemoteException;
}
