package dev.wherry.examples;

import dev.wherry.Endpoint;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;

/**
 * An interface made for Java RMI, unchanged.
 *
 * <p>It extends Remote and its methods throw java.rmi.RemoteException. Parameters that are Remote themselves travel by reference, as in RMI, and failures reach the caller as the exceptions of java.rmi that its catch blocks know.
 * Only publishing and finding objects changes: bind and lookup of an Endpoint instead of a registry, no
 * UnicastRemoteObject, no export.
 */
public final class Example06FromRmi {
    // @start region=unchanged
    public interface Account extends Remote {
        long balance() throws RemoteException;

        void deposit(long cents) throws RemoteException;

        void watch(Watcher watcher) throws RemoteException;
    }

    public interface Watcher extends Remote {
        void changed(long balance) throws RemoteException;
    }
    // @end

    private static final class Ledger implements Account {
        private final List<Watcher> watchers = new ArrayList<>();
        private long balance;

        @Override
        public synchronized long balance() {
            return balance;
        }

        @Override
        public synchronized void deposit(long cents) throws RemoteException {
            balance += cents;
            for (Watcher watcher : watchers) {
                watcher.changed(balance);
            }
        }

        @Override
        public synchronized void watch(Watcher watcher) {
            watchers.add(watcher);
        }
    }

    private Example06FromRmi() {}

    public static void main(String... arguments) throws RemoteException {
        // @start region=new
        var server = Endpoint.listen("tcp://127.0.0.1:0"); // was: LocateRegistry.createRegistry, exportObject, rebind
        server.bind("account", Account.class, new Ledger());

        var client = Endpoint.create(); // was: Naming.lookup
        Account account = client.lookup(server.address() + "/account", Account.class);
        // @end

        account.watch(balance -> System.out.println("watcher: " + balance));
        account.deposit(1250);
        System.out.println("balance: " + account.balance());

        server.close();
        // @start region=catch
        try {
            account.balance();
        } catch (RemoteException e) {
            System.out.println("after the close: " + e.getClass().getName());
        }
        // @end
        client.close();
    }
}
