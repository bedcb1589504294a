package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Greeting;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.NoDelay;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.RmiListener;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.jboss.Handler;
import dev.wherry.lab.peers.jboss.Stub;
import dev.wherry.lab.peers.jboss.Unmarked;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.jboss.remoting.Client;
import org.jboss.remoting.InvokerLocator;
import org.jboss.remoting.Remoting;
import org.jboss.remoting.socketfactory.SocketCreationListener;
import org.jboss.remoting.transport.Connector;
import org.jboss.remoting.transport.bisocket.Bisocket;
import org.jboss.remoting.transport.rmi.RMIServerInvoker;
import org.jboss.util.threadpool.BasicThreadPool;
import org.jboss.util.threadpool.BlockingMode;

/**
 * JBoss Remoting as the remoting evaluation used it: an invoker that a locator describes, and a handler behind it. The
 * property {@code lab.locator} is the locator without host and port.
 */
public final class JbossRemoting extends SharedClient {
    private static final String SUBSYSTEM = "performance";
    /** Separates the port of the rmi transport's registry from the server's address. */
    private static final String IN_REGISTRY = "@";

    private static final String REGISTRY_PORT = RMIServerInvoker.REGISTRY_PORT_KEY;

    private final InvokerLocator locator;

    private JbossRemoting(InvokerLocator locator) {
        this.locator = locator;
    }

    public static void main(String[] args) throws Exception {
        // For the rmi transport.
        RmiListener.nameInStubs();
        Program.run(args, new JbossRemoting(new InvokerLocator(System.getProperty("lab.locator"))));
    }

    @Override
    @SuppressWarnings("unchecked") // it has no type parameters
    public String serve(CountingService service) throws Exception {
        Map<String, Object> configuration = new HashMap<>();
        if (Boolean.parseBoolean(parameters().get("enableTcpNoDelay"))) {
            // The parameter of the locator is for the client's sockets only.
            SocketCreationListener noDelay = (socket, source) -> socket.setTcpNoDelay(true);
            configuration.put(Remoting.SOCKET_CREATION_SERVER_LISTENER, noDelay);
        }
        // The rmi transport takes any port for it; the other transports do not know it.
        configuration.put(REGISTRY_PORT, "0");
        RmiListener registry = RmiListener.usual().forAll();
        // By default it begins its search for a port for callbacks where the clock says, so clients that start at the
        // same time choose the same ports. The other port is that of the bisocket transport.
        configuration.put(Bisocket.SECONDARY_BIND_PORT, String.valueOf(Host.freePort()));
        Connector connector = new Connector(at(Host.name(), Host.freePort(), parameters()), configuration);
        connector.create();
        connector.addInvocationHandler(SUBSYSTEM, new Handler(service));
        connector.getServerInvoker().setOnewayThreadPool(onewayPool());
        connector.start();
        String address = Host.with(connector.getLocator().getPort());
        return locator.getProtocol().equals("rmi") ? registry.port() + IN_REGISTRY + address : address;
    }

    @Override
    public Service client(String address) throws Exception {
        Map<String, String> parameters = new HashMap<>(parameters());
        String[] parts = address.split(IN_REGISTRY);
        if (parts.length == 2) {
            parameters.put(REGISTRY_PORT, parts[0]);
        }
        InetSocketAddress server = Host.parse(parts[parts.length - 1]);
        Client client = new Client(
                at(server.getAddress().getHostAddress(), server.getPort(), parameters), SUBSYSTEM);
        client.setOnewayThreadPool(onewayPool());
        client.connect();
        // Each transport has its own class, in a package of its name. Within one process it would use another one.
        if (!client.getInvoker().getClass().getPackageName().endsWith("." + locator.getProtocol())) {
            throw new IllegalStateException("its client does not use " + locator + ", but " + client.getInvoker());
        }
        return new Stub(client);
    }

    private InvokerLocator at(String host, int port, Map<String, String> parameters) {
        return new InvokerLocator(locator.getProtocol(), host, port, locator.getPath(), parameters);
    }

    /**
     * The pool for one-way calls, at either end. The library's pool cannot be created since JDK 9, because it keeps
     * more threads than it may have. A pool with its defaults refuses a call when its queue of 1,024 is full: at the
     * server such a call is lost. With this pool the submitting thread then makes the call, so that no caller can
     * outrun the pool.
     */
    private static BasicThreadPool onewayPool() {
        BasicThreadPool pool = new BasicThreadPool("one-way");
        pool.setBlockingMode(BlockingMode.RUN);
        return pool;
    }

    @SuppressWarnings("unchecked") // it has no type parameters
    private Map<String, String> parameters() {
        return locator.getParameters();
    }

    @Override
    public String serializer(Service service) throws Exception {
        return Unmarked.serializer(service);
    }

    @Override
    public Map<String, String> seen(Service service) throws Exception {
        return NoDelay.seen(service);
    }

    @Override
    public Map<String, String> versions(String address) throws IOException {
        return locator.getProtocol().equals("http") ? Greeting.http(address) : Map.of();
    }
}
