package dev.wherry.examples;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Naming;
import dev.wherry.rmi.UnicastRemoteObject;
import java.io.IOException;
import java.net.ServerSocket;
import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;

/**
 * A program made for Java RMI, of which the first three imports were changed and nothing else: exports, registry, look-ups and
 * catch blocks are as they were. It needs rmi-compat/target/classes on its class path, too.
 */
public final class Example15RmiImports {
    public interface Harbour extends Remote {
        int enter(String ship, Watcher watcher) throws RemoteException;
    }

    public interface Watcher extends Remote {
        void entered(String ship) throws RemoteException;
    }

    static final class HarbourServer extends UnicastRemoteObject implements Harbour {
        private static final long serialVersionUID = 1;

        private final transient List<Watcher> watchers = new ArrayList<>();

        HarbourServer() throws RemoteException {}

        @Override
        public synchronized int enter(String ship, Watcher watcher) throws RemoteException {
            watchers.add(watcher);
            for (Watcher each : watchers) {
                each.entered(ship);
            }
            return watchers.size();
        }
    }

    static final class Pilot extends UnicastRemoteObject implements Watcher {
        private static final long serialVersionUID = 1;

        Pilot() throws RemoteException {}

        @Override
        public void entered(String ship) {
            System.out.println("entered: " + ship);
        }
    }

    private Example15RmiImports() {}

    public static void main(String... arguments) throws IOException, AlreadyBoundException {
        int port = freePort();
        HarbourServer server = new HarbourServer();
        LocateRegistry.createRegistry(port).bind("harbour", server);

        Pilot pilot = new Pilot();
        try {
            Harbour harbour = (Harbour) Naming.lookup("rmi://localhost:" + port + "/harbour");
            System.out.println("ships: " + harbour.enter("Merope", pilot));
            Naming.lookup("rmi://localhost:" + port + "/harbor");
        } catch (NotBoundException e) {
            System.out.println("not bound: " + e.getMessage());
        } finally {
            UnicastRemoteObject.unexportObject(pilot, true);
            UnicastRemoteObject.unexportObject(server, true);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }
}
