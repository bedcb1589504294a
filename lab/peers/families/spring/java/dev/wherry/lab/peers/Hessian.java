package dev.wherry.lab.peers;

import com.caucho.hessian.client.HessianProxyFactory;
import com.caucho.hessian.server.HessianServlet;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Greeting;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.common.Witness;
import dev.wherry.lab.peers.servlet.Container;
import java.io.IOException;
import java.net.MalformedURLException;
import java.util.Map;

/** Hessian without Spring: its servlet in the Tomcat of the Spring systems, and the JDK's client. */
public final class Hessian extends SharedClient {
    public static void main(String[] args) throws Exception {
        Program.run(args, new Hessian());
    }

    @Override
    public String serve(CountingService service) throws Exception {
        HessianServlet servlet = new HessianServlet();
        servlet.setHome(service);
        servlet.setHomeAPI(Service.class);
        return Container.serve(servlet);
    }

    /** The connections belong to the JDK, which keeps a pool of them for all of a process. */
    @Override
    public Service client(String address) throws MalformedURLException {
        HessianProxyFactory factory = new HessianProxyFactory();
        // Otherwise requests are in the older format, and only answers in this one.
        factory.setHessian2Request(true);
        return (Service) factory.create(Service.class, address);
    }

    @Override
    public String serializer(Service service) throws Exception {
        return Witness.serializer("hessian 2", "com.caucho.hessian.io.Hessian2", service);
    }

    @Override
    public Map<String, String> versions(String address) throws IOException {
        return Greeting.http(address);
    }
}
