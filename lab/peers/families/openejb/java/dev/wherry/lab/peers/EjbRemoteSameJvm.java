package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.Witness;
import dev.wherry.lab.peers.openejb.OpenEjb;
import dev.wherry.lab.peers.openejb.RemoteBusiness;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.NamingException;

/**
 * A bean's remote interface in the container's process. By default OpenEJB uses no socket there, and copies arguments
 * and answers by serialization.
 */
public final class EjbRemoteSameJvm extends OpenEjb {
    private Context names;

    public static void main(String[] args) throws Exception {
        Program.run(args, new EjbRemoteSameJvm());
    }

    @Override
    public String serve(CountingService service) {
        names = contain(service, new Properties());
        return globalName(RemoteBusiness.class);
    }

    @Override
    public Service client(String address) throws NamingException {
        return (RemoteBusiness) names.lookup(address);
    }

    @Override
    public String serializer(Service service) throws Exception {
        return Witness.java(service);
    }
}
