package dev.wherry.lab.peers;

import dev.wherry.lab.peers.bean.RemoteBusiness;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.common.Witness;
import dev.wherry.lab.peers.wildfly.Container;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.naming.Context;
import javax.naming.NamingException;
import org.wildfly.naming.client.WildFlyInitialContextFactory;

/**
 * A bean's remote interface from another process, by the name that WildFly's documentation advises. Looking it up makes
 * a stub and sends nothing. All stubs of a process share a connection.
 */
public final class EjbWildfly extends SharedClient {
    public static void main(String[] args) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        Program.run(args, new EjbWildfly());
    }

    @Override
    public String serve(CountingService service) throws Exception {
        return Container.start(service);
    }

    @Override
    public Service client(String address) throws NamingException {
        // If this process has a container too, for callbacks, the names and the stub must not be those of that
        // container.
        Thread.currentThread().setContextClassLoader(EjbWildfly.class.getClassLoader());
        Properties properties = new Properties();
        properties.put(Context.PROVIDER_URL, address);
        Context names = new WildFlyInitialContextFactory().getInitialContext(properties);
        return (RemoteBusiness) names.lookup("ejb:/lab/LabBean!" + RemoteBusiness.class.getName());
    }

    @Override
    public String serializer(Service service) throws Exception {
        return Witness.serializer("river", "org.jboss.marshalling.river.", service);
    }
}
