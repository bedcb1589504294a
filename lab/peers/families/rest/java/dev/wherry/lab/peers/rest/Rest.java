package dev.wherry.lab.peers.rest;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Person;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import java.nio.file.Files;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLSession;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.glassfish.jersey.internal.inject.AbstractBinder;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.servlet.ServletContainer;

/** Jersey in an embedded Tomcat, and Apache's client, whose pool of connections is shared by the callers. */
public abstract class Rest extends SharedClient {
    private static final String SERVLET = "jersey";
    /** As many connections as Tomcat has threads for them. The default of a client is five. */
    private static final int CONNECTIONS = 200;

    private RestClient latest;

    /** Prepares the server's end, and returns the scheme of its addresses. */
    protected abstract String configure(Connector connector) throws Exception;

    /** Prepares the client's end, and returns the URL of such an address. */
    protected abstract String configure(PoolingHttpClientConnectionManagerBuilder connections, String address)
            throws Exception;

    @Override
    public final String serve(CountingService service) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setProperty("address", Host.address().getHostAddress());
        // A connection stays as long as its client. By default Tomcat ends it after 100 calls, or after a minute
        // without one.
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setProperty("keepAliveTimeout", "-1");
        String beforeColon = configure(connector);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", null);
        ResourceConfig resources = new ResourceConfig(Resource.class).register(new AbstractBinder() {
            @Override
            protected void configure() {
                bind(service).to(CountingService.class);
            }
        });
        Tomcat.addServlet(context, SERVLET, new ServletContainer(resources)).setLoadOnStartup(1);
        context.addServletMappingDecoded("/rest/*", SERVLET);
        tomcat.start();
        return beforeColon + "://" + Host.with(connector.getLocalPort());
    }

    @Override
    public final Service client(String address) throws Exception {
        PoolingHttpClientConnectionManagerBuilder connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(CONNECTIONS)
                .setMaxConnPerRoute(CONNECTIONS);
        String url = configure(connections, address);
        latest = new RestClient(
                HttpClients.custom().setConnectionManager(connections.build()).build(), url);
        return latest;
    }

    /** The TLS session of the latest answer; null if the answer was not encrypted. */
    protected final SSLSession session() {
        return latest.session;
    }

    @Override
    public String serializer(Service service) throws Exception {
        RestClient client = (RestClient) service;
        client.addOne(1);
        boolean answersXml = client.contentType.startsWith("application/xml");
        Persons.written = false;
        Persons.read = false;
        int persons = client.processRequest(List.of(Person.number(1))).size();
        return answersXml && persons == 1 && Persons.written && Persons.read ? "xml" : "not xml";
    }
}
