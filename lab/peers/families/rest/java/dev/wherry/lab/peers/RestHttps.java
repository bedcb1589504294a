package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.rest.Rest;
import java.nio.file.Path;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import org.apache.catalina.connector.Connector;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.ssl.SSLContexts;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** REST over TLS; the client checks the server's certificate and address. */
public final class RestHttps extends Rest {
    /** The JDK's usual one; what it guards is made on this machine for nothing else. */
    private static final String PASSWORD = "changeit";

    public static void main(String[] args) throws Exception {
        Program.run(args, new RestHttps());
    }

    @Override
    protected String configure(Connector connector) {
        SSLHostConfig host = new SSLHostConfig();
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.RSA);
        certificate.setCertificateKeystoreFile(Path.of("key.p12").toAbsolutePath().toString());
        certificate.setCertificateKeystorePassword(PASSWORD);
        host.addCertificate(certificate);
        connector.setSecure(true);
        connector.setScheme("https");
        connector.setProperty("SSLEnabled", "true");
        connector.addSslHostConfig(host);
        return connector.getScheme();
    }

    @Override
    protected void configure(PoolingHttpClientConnectionManagerBuilder connections) throws Exception {
        SSLContext context = SSLContexts.custom()
                .loadTrustMaterial(Path.of("trust.p12"), PASSWORD.toCharArray())
                .build();
        connections.setTlsSocketStrategy(new DefaultClientTlsStrategy(context));
    }

    @Override
    public Map<String, String> versions() {
        SSLSession session = session();
        return session == null ? Map.of() : Map.of("tls", session.getProtocol() + " " + session.getCipherSuite());
    }

    @Override
    public String serializer(Service service) throws Exception {
        String serializer = super.serializer(service);
        return session() == null ? serializer + " in clear text" : serializer;
    }
}
