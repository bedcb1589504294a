package tuples;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Collection;
import java.util.Optional;

public interface Space extends Remote {
    void out(Tuple tuple) throws RemoteException;

    /** Takes a tuple that matches, and waits for one. */
    Tuple in(Tuple pattern) throws RemoteException;

    /** Takes one if there is one. */
    Optional<Tuple> inp(Tuple pattern) throws RemoteException;

    Collection<Tuple> all() throws RemoteException;

    void whenOut(Pattern pattern) throws RemoteException;
}
