package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Greeting;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.RmiListener;
import dev.wherry.lab.peers.common.Servant;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.common.Timing;
import dev.wherry.lab.peers.common.Witness;
import java.io.IOException;
import java.net.MalformedURLException;
import java.rmi.Naming;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.Collection;
import java.util.Hashtable;
import java.util.Map;

/** Java RMI as the mobility evaluation used it: an exported object, a registry, and one stub that all threads share. */
public final class Rmi extends SharedClient {
    static final String NAME = "RmiHandler";
    private static final RmiListener LISTENER = RmiListener.forThousands();

    /** The remote interface of the evaluation, with the methods of the other evaluations. */
    public interface RmiHandler extends Remote {
        <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) throws RemoteException;

        byte[] octets(byte[] data) throws RemoteException;

        int invoke(Payload payload) throws RemoteException;

        int addOne(int number) throws RemoteException;

        void remoteCall() throws RemoteException;

        int hashtable(Hashtable<String, String> items) throws RemoteException;

        int string(String text) throws RemoteException;

        byte[] md5(int bytes) throws RemoteException;
    }

    /** The object that a client exports in its own process. */
    public interface Local extends Remote {
        void call() throws RemoteException;
    }

    private static final class Exported implements Local {
        @Override
        public void call() {}
    }

    /** The object of the server. */
    static final class Handler extends Servant implements RmiHandler {
        Handler(CountingService service) {
            super(service);
        }
    }

    /** The stub as a service: it adds nothing to a call. */
    static final class Stub implements Service, Timing {
        private final RmiHandler handler;
        private final String address;
        /** Held, since an export does not keep an object of which no other process has a stub. */
        private final Local exported = new Exported();

        private volatile Local local;

        Stub(RmiHandler handler, String address) {
            this.handler = handler;
            this.address = address;
        }

        @Override
        public Timing timing() {
            return this;
        }

        @Override
        public void remoteCall() throws RemoteException {
            handler.remoteCall();
        }

        @Override
        public synchronized void export() throws RemoteException {
            if (local == null) {
                local = (Local) UnicastRemoteObject.exportObject(exported, 0, null, LISTENER);
            }
        }

        @Override
        public void localCall() throws RemoteException {
            local.call();
        }

        @Override
        public AutoCloseable create() throws RemoteException {
            Local made = new Exported();
            UnicastRemoteObject.exportObject(made, 0, null, LISTENER);
            return () -> UnicastRemoteObject.unexportObject(made, true);
        }

        @Override
        public void bind(String name) throws RemoteException, MalformedURLException {
            Naming.rebind(address.substring(0, address.lastIndexOf('/') + 1) + name, local);
        }

        @Override
        public int hashtable(Hashtable<String, String> items) throws RemoteException {
            return handler.hashtable(items);
        }

        @Override
        public int string(String text) throws RemoteException {
            return handler.string(text);
        }

        @Override
        public byte[] md5(int bytes) throws RemoteException {
            return handler.md5(bytes);
        }

        @Override
        public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) throws RemoteException {
            return handler.processRequest(collection);
        }

        @Override
        public byte[] octets(byte[] data) throws RemoteException {
            return handler.octets(data);
        }

        @Override
        public int invoke(Payload payload) throws RemoteException {
            return handler.invoke(payload);
        }

        @Override
        public int addOne(int number) throws RemoteException {
            return handler.addOne(number);
        }
    }

    public static void main(String[] args) throws Exception {
        RmiListener.nameInStubs();
        Program.run(args, new Rmi());
    }

    @Override
    public String serve(CountingService service) throws Exception {
        // The fixed ports of the original would let only one lab run at a time.
        RmiListener listener = RmiListener.forThousands();
        Registry registry = LocateRegistry.createRegistry(0, null, listener);
        Handler handler = new Handler(service);
        UnicastRemoteObject.exportObject(handler, 0, null, LISTENER);
        registry.rebind(NAME, handler);
        return "//" + Host.with(listener.port()) + "/" + NAME;
    }

    /** The connections belong to RMI, which keeps a pool of them for all stubs of a process. */
    @Override
    public Service client(String address) throws Exception {
        return new Stub((RmiHandler) Naming.lookup(address), address);
    }

    @Override
    public String serializer(Service service) throws Exception {
        return Witness.java(service);
    }

    @Override
    public Map<String, String> versions(String address) throws IOException {
        return Greeting.jrmp(address);
    }
}
