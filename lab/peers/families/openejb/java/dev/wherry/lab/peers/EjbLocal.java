package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Person;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.openejb.LocalBusiness;
import dev.wherry.lab.peers.openejb.OpenEjb;
import java.util.List;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.NamingException;

/** A bean's local interface: the container's proxy, to which the caller passes its objects by reference. */
public final class EjbLocal extends OpenEjb {
    private Context names;

    public static void main(String[] args) throws Exception {
        Program.run(args, new EjbLocal());
    }

    @Override
    public String serve(CountingService service) {
        names = contain(service, new Properties());
        return globalName(LocalBusiness.class);
    }

    @Override
    public Service client(String address) throws NamingException {
        return (LocalBusiness) names.lookup(address);
    }

    @Override
    public boolean byReference() {
        return true;
    }

    @Override
    public String serializer(Service service) throws Exception {
        Person sent = Person.number(1);
        return service.processRequest(List.of(sent)).iterator().next() == sent ? "none" : "unknown";
    }
}
