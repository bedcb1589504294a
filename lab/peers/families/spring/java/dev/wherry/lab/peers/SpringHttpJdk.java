package dev.wherry.lab.peers;

import com.sun.net.httpserver.HttpServer;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import org.springframework.remoting.httpinvoker.SimpleHttpInvokerServiceExporter;

/** Spring's HTTP invoker without a servlet container: in the JDK's HTTP server. */
@SuppressWarnings("deprecation") // Spring has deprecated its remoting, which is measured here
public final class SpringHttpJdk extends SpringHttp {
    public static void main(String[] args) throws Exception {
        Program.run(args, new SpringHttpJdk());
    }

    @Override
    public String serve(CountingService service) throws Exception {
        SimpleHttpInvokerServiceExporter exporter = new SimpleHttpInvokerServiceExporter();
        exporter.setService(service);
        exporter.setServiceInterface(Service.class);
        exporter.afterPropertiesSet();
        HttpServer server = HttpServer.create(new InetSocketAddress(Host.address(), 0), 0);
        server.createContext("/", exporter);
        // Its default is one thread for all calls.
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        return "http://" + Host.with(server.getAddress().getPort());
    }
}
