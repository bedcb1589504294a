package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.RmiListener;
import dev.wherry.lab.peers.common.ServerKey;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.common.Witness;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.rmi.ssl.SslRMIServerSocketFactory;

/** Java RMI over TLS: the registry and the object have socket factories that encrypt. */
public final class RmiSsl extends SharedClient {
    /** RMI opens a connection for each call that waits, and thousands may call at once. */
    private static final int BACKLOG = 4096;

    /** Connects for the stubs of this process. A stub contains it, so that it knows its context from the class. */
    public record Encrypted() implements RMIClientSocketFactory, java.io.Serializable {
        private static volatile SSLContext context;
        private static volatile SSLSession session;

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(host, port);
            session = socket.getSession();
            return socket;
        }
    }

    /** Listens at the host of the lab alone, and knows its port, which a registry does not report. */
    private static final class Listener extends SslRMIServerSocketFactory {
        private final SSLContext context;
        private volatile int port;

        Listener(SSLContext context) {
            super(context, null, null, false);
            this.context = context;
        }

        @Override
        public ServerSocket createServerSocket(int any) throws IOException {
            ServerSocket socket = context.getServerSocketFactory().createServerSocket();
            socket.bind(new InetSocketAddress(Host.address(), any), BACKLOG);
            port = socket.getLocalPort();
            return socket;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    public static void main(String[] args) throws Exception {
        RmiListener.nameInStubs();
        Program.run(args, new RmiSsl());
    }

    @Override
    public String serve(CountingService service) throws Exception {
        Listener listener = new Listener(ServerKey.server());
        Registry registry = LocateRegistry.createRegistry(0, new Encrypted(), listener);
        int port = listener.port;
        Rmi.Handler handler = new Rmi.Handler(service);
        // The registry connects to itself to bind a name, and so needs to trust its own certificate.
        String address = ServerKey.in(Host.with(port));
        Encrypted.context = ServerKey.client(address);
        UnicastRemoteObject.exportObject(handler, 0, new Encrypted(), listener);
        registry.rebind(Rmi.NAME, handler);
        return address;
    }

    @Override
    public Service client(String address) throws Exception {
        Encrypted.context = ServerKey.client(address);
        InetSocketAddress server = Host.parse(ServerKey.without(address));
        Registry registry = LocateRegistry.getRegistry(server.getHostString(), server.getPort(), new Encrypted());
        return new Rmi.Stub((Rmi.RmiHandler) registry.lookup(Rmi.NAME), address);
    }

    @Override
    public String serializer(Service service) throws Exception {
        return Witness.java(service);
    }

    @Override
    public Map<String, String> versions(String address) {
        SSLSession session = Encrypted.session;
        return session == null ? Map.of() : Map.of("tls", session.getProtocol() + " " + session.getCipherSuite());
    }
}
