package dev.wherry.rmi;

import dev.wherry.Identity;
import java.rmi.server.ServerNotActiveException;

/** Replaces {@code java.rmi.server.RemoteServer}. */
public abstract class RemoteServer extends RemoteObject {
    protected RemoteServer() {}

    /**
     * Returns the address of the host whose call this thread serves, in the form of Java RMI, such as {@code 10.0.0.7}.
     *
     * @throws ServerNotActiveException if this thread does not serve a call
     */
    public static String getClientHost() throws ServerNotActiveException {
        Identity caller = CallerThreads.caller()
                .orElseThrow(() -> new ServerNotActiveException(
                        "Thread " + Thread.currentThread().getName()
                                + " serves no remote call: getClientHost is for methods that are called remotely"));
        return ClientHost.of(caller);
    }
}
