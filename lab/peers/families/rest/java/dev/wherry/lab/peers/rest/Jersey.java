package dev.wherry.lab.peers.rest;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.ServerKey;
import java.io.IOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.glassfish.jersey.internal.inject.AbstractBinder;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.servlet.ServletContainer;

/** Jersey in an embedded Tomcat. */
public final class Jersey {
    private static final String SERVLET = "jersey";

    private Jersey() {}

    /** Serves a resource, which gets the service by injection, at a free port and the path {@code /rest}. */
    public static void start(Connector connector, Class<?> resource, CountingService service)
            throws IOException, LifecycleException {
        Logger.getLogger("").setLevel(Level.WARNING);
        connector.setPort(0);
        connector.setProperty("address", Host.address().getHostAddress());
        // A connection stays as long as its client. By default Tomcat ends it after 100 calls, or after a minute
        // without one.
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setProperty("keepAliveTimeout", "-1");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", null);
        ResourceConfig resources = new ResourceConfig(resource).register(new AbstractBinder() {
            @Override
            protected void configure() {
                bind(service).to(CountingService.class);
            }
        });
        Tomcat.addServlet(context, SERVLET, new ServletContainer(resources)).setLoadOnStartup(1);
        context.addServletMappingDecoded("/rest/*", SERVLET);
        tomcat.start();
    }

    /** Makes a connector that encrypts, by the server's key. */
    public static void secure(Connector connector) throws IOException, GeneralSecurityException {
        SSLHostConfig host = new SSLHostConfig();
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
        certificate.setCertificateKeystore(ServerKey.keyStore());
        certificate.setCertificateKeyPassword(ServerKey.PASSWORD);
        host.addCertificate(certificate);
        connector.setSecure(true);
        connector.setScheme("https");
        connector.setProperty("SSLEnabled", "true");
        connector.addSslHostConfig(host);
    }
}
