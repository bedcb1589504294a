package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Greeting;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.RmiListener;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.common.Witness;
import dev.wherry.lab.peers.raw.Session;
import java.io.IOException;
import java.rmi.Naming;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.Map;

/** Java RMI as the remoting evaluation used it: an exported object with its two methods, and a registry. */
public final class RawRmi extends SharedClient {
    private static final String NAME = "RMIServer";

    /** The remote interface of the evaluation. */
    public interface RmiServer extends Remote {
        Object makeCall(Object sessionId, Object payload) throws RemoteException;

        Object sendNumberOfCalls(Object sessionId, Object number) throws RemoteException;
    }

    /** The object of the server: {@code UnicastRemoteObject} exports it when it is made. */
    private static final class Server extends UnicastRemoteObject implements RmiServer {
        private static final long serialVersionUID = 1L;

        private final transient CountingService service;

        Server(CountingService service) throws RemoteException {
            super(0, null, RmiListener.usual());
            this.service = service;
        }

        @Override
        public Object makeCall(Object sessionId, Object payload) {
            return service.invoke((Payload) payload);
        }

        @Override
        public Object sendNumberOfCalls(Object sessionId, Object number) {
            return number;
        }
    }

    public static void main(String[] args) throws Exception {
        RmiListener.nameInStubs();
        Program.run(args, new RawRmi());
    }

    @Override
    public String serve(CountingService service) throws Exception {
        // The fixed port of the original would let only one lab run at a time.
        RmiListener listener = RmiListener.usual();
        Registry registry = LocateRegistry.createRegistry(0, null, listener);
        registry.rebind(NAME, new Server(service));
        return "//" + Host.with(listener.port()) + "/" + NAME;
    }

    /** The connections belong to RMI, which keeps a pool of them for all stubs of a process. */
    @Override
    public Service client(String address) throws Exception {
        RmiServer server = (RmiServer) Naming.lookup(address);
        return new Session() {
            @Override
            protected Object makeCall(Object sessionId, Object payload) throws RemoteException {
                return server.makeCall(sessionId, payload);
            }

            @Override
            protected Object sendNumberOfCalls(Object sessionId, Object number) throws RemoteException {
                return server.sendNumberOfCalls(sessionId, number);
            }
        };
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
