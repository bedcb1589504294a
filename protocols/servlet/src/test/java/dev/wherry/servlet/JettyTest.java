package dev.wherry.servlet;

import dev.wherry.Endpoint;
import java.net.URI;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class JettyTest {
    @Test
    void servesCallsInJetty() throws Exception {
        Server jetty = new Server();
        ServerConnector connector = new ServerConnector(jetty);
        connector.setHost("127.0.0.1");
        jetty.addConnector(connector);
        try (Endpoint endpoint = Endpoint.create()) {
            endpoint.bind("sums", Sums.class, new Adder());
            // @start region=servlet
            ServletContextHandler context = new ServletContextHandler("/shop");
            context.addServlet(new ServletHolder(new WherryServlet(endpoint)), "/api/*");
            jetty.setHandler(context);
            jetty.start();
            // @end
            Requests.check(URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/shop/api/"));
        } finally {
            jetty.stop();
        }
    }
}
