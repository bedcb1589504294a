package dev.wherry.testkit.sample;

import java.io.IOException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;

/** An interface as written for Java RMI. */
public interface LegacyAccount extends Remote {
    int deposit(int amount) throws RemoteException;

    void withdraw(int amount) throws RemoteException, Overdrawn;

    LegacyAccount parent() throws RemoteException;

    boolean isParent(LegacyAccount account) throws RemoteException;

    /** Declares a broader exception, which Java RMI allows. */
    List<Object> history(List<Object> entries) throws IOException;
}
