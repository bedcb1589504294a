package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Greeting;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.RmiListener;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.common.Witness;
import java.io.IOException;
import java.rmi.registry.LocateRegistry;
import java.util.Map;
import org.springframework.remoting.rmi.RmiProxyFactoryBean;
import org.springframework.remoting.rmi.RmiServiceExporter;

/** Spring's remoting over RMI: any interface, wrapped into one remote interface of Spring. */
@SuppressWarnings("deprecation") // Spring has deprecated its remoting, which is measured here
public final class SpringRmi extends SharedClient {
    private static final String NAME = "lab";

    public static void main(String[] args) throws Exception {
        RmiListener.nameInStubs();
        Program.run(args, new SpringRmi());
    }

    @Override
    public String serve(CountingService service) throws Exception {
        // The exporter accepts a factory for its sockets only together with one for the client's.
        RmiListener listener = RmiListener.forThousands().forAll();
        RmiServiceExporter exporter = new RmiServiceExporter();
        exporter.setRegistry(LocateRegistry.createRegistry(0));
        int port = listener.port();
        exporter.setServiceName(NAME);
        exporter.setService(service);
        exporter.setServiceInterface(Service.class);
        exporter.afterPropertiesSet();
        return "rmi://" + Host.with(port) + "/" + NAME;
    }

    /** The connections belong to RMI, which keeps a pool of them for all stubs of a process. */
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
        return Witness.java(service);
    }

    @Override
    public Map<String, String> versions(String address) throws IOException {
        return Greeting.jrmp(address);
    }
}
