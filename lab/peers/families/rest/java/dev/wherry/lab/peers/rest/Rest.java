package dev.wherry.lab.peers.rest;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Person;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import java.util.List;
import javax.net.ssl.SSLSession;
import org.apache.catalina.connector.Connector;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;

/** Jersey in an embedded Tomcat, and Apache's client, whose pool of connections is shared by the callers. */
public abstract class Rest extends SharedClient {
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
        Connector connector = new Connector();
        String beforeColon = configure(connector);
        Jersey.start(connector, Resource.class, service);
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
