package tuples;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Collection;
import java.util.Optional;

public interface Space extends Remote {
    void out(Tuple tuple) throws RemoteException;

    /** Removes and returns a tuple that matches. Waits for one. */
    Tuple in(Tuple pattern) throws RemoteException;

    /** Removes and returns a tuple that matches, or null. */
    Optional<Tuple> inp(Tuple pattern) throws RemoteException;

    Collection<Tuple> all() throws RemoteException;

    void whenOut(Pattern pattern) throws RemoteException;
}
