package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.jboss.Handler;
import dev.wherry.lab.peers.jboss.LoopbackRegistry;
import dev.wherry.lab.peers.jboss.Stub;
import dev.wherry.lab.peers.jboss.Unmarked;
import java.util.HashMap;
import java.util.Map;
import org.jboss.remoting.Client;
import org.jboss.remoting.InvokerLocator;
import org.jboss.remoting.Remoting;
import org.jboss.remoting.socketfactory.SocketCreationListener;
import org.jboss.remoting.transport.Connector;
import org.jboss.remoting.transport.rmi.RMIServerInvoker;
import org.jboss.util.threadpool.BasicThreadPool;
import org.jboss.util.threadpool.BlockingMode;

/**
 * JBoss Remoting as the remoting evaluation used it: an invoker that a locator describes, and a handler behind it. The
 * locator, but for its port, is the property {@code lab.locator}.
 */
public final class JbossRemoting extends SharedClient {
    private static final String SUBSYSTEM = "performance";
    private static final String REGISTRY_PORT = RMIServerInvoker.REGISTRY_PORT_KEY;

    private final InvokerLocator locator;

    private JbossRemoting(InvokerLocator locator) {
        this.locator = locator;
    }

    public static void main(String[] args) throws Exception {
        Program.run(args, new JbossRemoting(new InvokerLocator(System.getProperty("lab.locator"))));
    }

    @Override
    @SuppressWarnings("unchecked") // it knows no type parameters
    public String serve(CountingService service) throws Exception {
        Map<String, Object> configuration = new HashMap<>();
        if (Boolean.parseBoolean(parameters().get("enableTcpNoDelay"))) {
            // The locator's parameter is for the client's sockets alone.
            SocketCreationListener noDelay = (socket, source) -> socket.setTcpNoDelay(true);
            configuration.put(Remoting.SOCKET_CREATION_SERVER_LISTENER, noDelay);
        }
        // The rmi transport's, where any will do; the others do not know it.
        configuration.put(REGISTRY_PORT, "0");
        LoopbackRegistry registry = LoopbackRegistry.install();
        Connector connector = new Connector(locator, configuration);
        connector.create();
        connector.addInvocationHandler(SUBSYSTEM, new Handler(service));
        connector.getServerInvoker().setOnewayThreadPool(onewayPool());
        connector.start();
        int port = connector.getLocator().getPort();
        return locator.getProtocol().equals("rmi") ? registry.port() + ":" + port : String.valueOf(port);
    }

    @Override
    public Service client(String address) throws Exception {
        Map<String, String> parameters = new HashMap<>(parameters());
        String[] ports = address.split(":");
        if (ports.length == 2) {
            parameters.put(REGISTRY_PORT, ports[0]);
        }
        int port = Integer.parseInt(ports[ports.length - 1]);
        InvokerLocator server = new InvokerLocator(
                locator.getProtocol(), locator.getHost(), port, locator.getPath(), parameters);
        Client client = new Client(server, SUBSYSTEM);
        client.setOnewayThreadPool(onewayPool());
        client.connect();
        return new Stub(client);
    }

    /**
     * For one-way calls, at either end. The library's own cannot be made since JDK 9 (it asks for more threads to keep
     * than it may have), and by default a pool refuses what its queue of 1,024 has no room for: at the server that is a
     * lost call. Here whoever hands a call over runs it himself then, so that nobody can outrun the pool.
     */
    private static BasicThreadPool onewayPool() {
        BasicThreadPool pool = new BasicThreadPool("one-way");
        pool.setBlockingMode(BlockingMode.RUN);
        return pool;
    }

    @SuppressWarnings("unchecked") // it knows no type parameters
    private Map<String, String> parameters() {
        return locator.getParameters();
    }

    @Override
    public String serializer(Service service) throws Exception {
        return Unmarked.serializer(service);
    }
}
