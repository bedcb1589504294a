package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.Witness;
import dev.wherry.lab.peers.openejb.OpenEjb;
import dev.wherry.lab.peers.openejb.RemoteBusiness;
import java.net.UnknownHostException;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.apache.openejb.client.RemoteInitialContextFactory;
import org.apache.openejb.loader.SystemInstance;

/** A bean's remote interface from another process. All stubs of a process share the five connections of OpenEJB. */
public final class EjbRemote extends OpenEjb {
    public static void main(String[] args) throws Exception {
        Program.run(args, new EjbRemote());
    }

    @Override
    public String serve(CountingService service) throws UnknownHostException {
        Properties network = new Properties();
        network.put("openejb.embedded.remotable", "true");
        network.put("ejbd.bind", Host.address().getHostAddress());
        network.put("ejbd.port", "0");
        // The other services of OpenEJB, which would listen at fixed ports.
        network.put("ejbds.disabled", "true");
        network.put("admin.disabled", "true");
        contain(service, network);
        // If it has chosen a port, it stores the port here.
        return "ejbd://" + Host.name() + ":" + SystemInstance.get().getProperty("ejbd.port");
    }

    @Override
    public Service client(String address) throws NamingException {
        Properties properties = new Properties();
        properties.put(Context.INITIAL_CONTEXT_FACTORY, RemoteInitialContextFactory.class.getName());
        properties.put(Context.PROVIDER_URL, address);
        return (RemoteBusiness) new InitialContext(properties).lookup("LabBeanRemote");
    }

    @Override
    public String serializer(Service service) throws Exception {
        return Witness.java(service);
    }
}
