package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Greeting;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.common.Witness;
import dev.wherry.lab.peers.servlet.Container;
import java.io.IOException;
import java.util.Map;
import org.springframework.remoting.caucho.HessianProxyFactoryBean;
import org.springframework.remoting.caucho.HessianServiceExporter;

/** Hessian by Spring: Spring's dispatcher in Tomcat, the JDK's client. */
@SuppressWarnings("deprecation") // Spring has deprecated its remoting, which is measured here
public final class SpringHessian extends SharedClient {
    public static void main(String[] args) throws Exception {
        Program.run(args, new SpringHessian());
    }

    @Override
    public String serve(CountingService service) throws Exception {
        HessianServiceExporter exporter = new HessianServiceExporter();
        exporter.setService(service);
        exporter.setServiceInterface(Service.class);
        return Container.dispatch(exporter);
    }

    /** The connections belong to the JDK, which keeps a pool of them for all of a process. */
    @Override
    public Service client(String address) {
        HessianProxyFactoryBean proxy = new HessianProxyFactoryBean();
        proxy.setServiceUrl(address);
        proxy.setServiceInterface(Service.class);
        // Otherwise requests are in the older format, and only answers in this one.
        proxy.setHessian2(true);
        proxy.afterPropertiesSet();
        return (Service) proxy.getObject();
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
