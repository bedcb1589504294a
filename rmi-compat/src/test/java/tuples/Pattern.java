package tuples;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Of a client's, and asked at each new tuple. */
public interface Pattern extends Remote {
    boolean wants(Tuple tuple) throws RemoteException;
}
