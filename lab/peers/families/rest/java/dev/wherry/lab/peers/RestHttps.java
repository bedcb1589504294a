package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.rest.Rest;
import dev.wherry.lab.peers.rest.ServerKey;
import java.security.KeyStore;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import org.apache.catalina.connector.Connector;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.ssl.SSLContexts;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/**
 * REST over TLS; the client checks the server's certificate and address. The server's own address brings the certificate
 * along, so that two hosts need no file in common.
 */
public final class RestHttps extends Rest {
    /** Stands between the certificate and the URL. */
    private static final String AT = "@";

    public static void main(String[] args) throws Exception {
        Program.run(args, new RestHttps());
    }

    @Override
    protected String configure(Connector connector) throws Exception {
        KeyStore key = ServerKey.make();
        SSLHostConfig host = new SSLHostConfig();
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.RSA);
        certificate.setCertificateKeystore(key);
        certificate.setCertificateKeyPassword(ServerKey.PASSWORD);
        host.addCertificate(certificate);
        connector.setSecure(true);
        connector.setScheme("https");
        connector.setProperty("SSLEnabled", "true");
        connector.addSslHostConfig(host);
        return ServerKey.certificate(key) + AT + connector.getScheme();
    }

    @Override
    protected String configure(PoolingHttpClientConnectionManagerBuilder connections, String address)
            throws Exception {
        String[] parts = address.split(AT, 2);
        SSLContext context = SSLContexts.custom()
                .loadTrustMaterial(ServerKey.trust(parts[0]), null)
                .build();
        connections.setTlsSocketStrategy(new DefaultClientTlsStrategy(context));
        return parts[1];
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
