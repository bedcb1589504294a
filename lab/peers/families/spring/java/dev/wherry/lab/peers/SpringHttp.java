package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Greeting;
import dev.wherry.lab.peers.common.NoDelay;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.common.Witness;
import dev.wherry.lab.peers.servlet.Container;
import java.io.IOException;
import java.util.Map;
import org.springframework.remoting.httpinvoker.HttpInvokerProxyFactoryBean;
import org.springframework.remoting.httpinvoker.HttpInvokerServiceExporter;

/** Spring's HTTP invoker as the remoting evaluation had it: Spring's dispatcher in Tomcat, the JDK's client. */
@SuppressWarnings("deprecation") // Spring has deprecated its remoting, which is measured here
public class SpringHttp extends SharedClient {
    public static void main(String[] args) throws Exception {
        Program.run(args, new SpringHttp());
    }

    @Override
    public String serve(CountingService service) throws Exception {
        HttpInvokerServiceExporter exporter = new HttpInvokerServiceExporter();
        exporter.setService(service);
        exporter.setServiceInterface(Service.class);
        return Container.dispatch(exporter);
    }

    /** The connections belong to the JDK, which keeps a pool of them for all of a process. */
    @Override
    public final Service client(String address) {
        HttpInvokerProxyFactoryBean proxy = new HttpInvokerProxyFactoryBean();
        proxy.setServiceUrl(address);
        proxy.setServiceInterface(Service.class);
        proxy.afterPropertiesSet();
        return (Service) proxy.getObject();
    }

    @Override
    public final String serializer(Service service) throws Exception {
        return Witness.java(service);
    }

    @Override
    public final Map<String, String> versions(String address) throws IOException {
        return Greeting.http(address);
    }

    @Override
    public final Map<String, String> seen(Service service) throws Exception {
        return NoDelay.seen(service);
    }
}
