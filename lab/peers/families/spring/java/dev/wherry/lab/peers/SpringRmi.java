package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.JavaWitness;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.RMISocketFactory;
import org.springframework.remoting.rmi.RmiProxyFactoryBean;
import org.springframework.remoting.rmi.RmiServiceExporter;

/** Spring's way over RMI: any interface, wrapped into one remote interface of Spring's own. */
@SuppressWarnings("deprecation") // Spring has deprecated its remoting, which is what is measured here
public final class SpringRmi extends SharedClient {
    private static final String NAME = "lab";
    /** RMI opens a connection for each call that waits; the usual 50 would turn some away. */
    private static final int BACKLOG = 4096;

    public static void main(String[] args) throws Exception {
        // Stubs carry it; without, they carry what the name of the machine stands for.
        System.setProperty("java.rmi.server.hostname", Host.address().getHostAddress());
        Program.run(args, new SpringRmi());
    }

    @Override
    public String serve(CountingService service) throws Exception {
        Listeners listeners = new Listeners();
        RMISocketFactory.setSocketFactory(listeners);
        RmiServiceExporter exporter = new RmiServiceExporter();
        exporter.setRegistry(LocateRegistry.createRegistry(0));
        int port = listeners.port;
        exporter.setServiceName(NAME);
        exporter.setService(service);
        exporter.setServiceInterface(Service.class);
        exporter.afterPropertiesSet();
        return "rmi://" + Host.with(port) + "/" + NAME;
    }

    /** The server's sockets. The exporter would take a factory for them only together with one for the client's. */
    private static final class Listeners extends RMISocketFactory {
        private int port;

        @Override
        public ServerSocket createServerSocket(int any) throws IOException {
            ServerSocket socket = new ServerSocket(any, BACKLOG, Host.address());
            port = socket.getLocalPort();
            return socket;
        }

        @Override
        public Socket createSocket(String host, int to) throws IOException {
            return new Socket(host, to);
        }
    }

    /** The connections are RMI's own: it keeps a pool of them for all stubs of a process. */
    @Override
    public Service client(String address) {
        RmiProxyFactoryBean proxy = new RmiProxyFactoryBean();
        proxy.setServiceUrl(address);
        proxy.setServiceInterface(Service.class);
        proxy.afterPropertiesSet();
        return (Service) proxy.getObject();
    }

    @Override
    public String serializer(Service service) throws Exception {
        return JavaWitness.serializer(service);
    }
}
