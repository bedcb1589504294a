package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.rest.Rest;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import org.apache.catalina.connector.Connector;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.DefaultHostnameVerifier;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.core5.ssl.SSLContexts;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/**
 * REST over TLS. The address of the server contains its certificate, which is the only one that the client trusts, so
 * that two hosts need no common file. The certificate is made before the host is known, and names the lab, which the
 * client checks.
 */
public final class RestHttps extends Rest {
    /** The JDK's usual password. The key is made on this machine for this purpose only. */
    private static final char[] PASSWORD = "changeit".toCharArray();

    /** The alias of the key, and the name in its certificate. */
    private static final String LAB = "lab";

    /** Separates the certificate from the URL in an address. */
    private static final String AT = "@";

    public static void main(String[] args) throws Exception {
        Program.run(args, new RestHttps());
    }

    @Override
    protected String configure(Connector connector) throws Exception {
        KeyStore key = KeyStore.getInstance(new File("key.p12"), PASSWORD);
        SSLHostConfig host = new SSLHostConfig();
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.RSA);
        certificate.setCertificateKeystore(key);
        certificate.setCertificateKeyPassword(new String(PASSWORD));
        host.addCertificate(certificate);
        connector.setSecure(true);
        connector.setScheme("https");
        connector.setProperty("SSLEnabled", "true");
        connector.addSslHostConfig(host);
        byte[] bytes = key.getCertificate(LAB).getEncoded();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + AT + connector.getScheme();
    }

    @Override
    protected String configure(PoolingHttpClientConnectionManagerBuilder connections, String address)
            throws Exception {
        String[] parts = address.split(AT, 2);
        SSLContext context =
                SSLContexts.custom().loadTrustMaterial(trust(parts[0]), null).build();
        HostnameVerifier verifier = new DefaultHostnameVerifier();
        connections.setTlsSocketStrategy(new DefaultClientTlsStrategy(
                context, HostnameVerificationPolicy.CLIENT, (host, session) -> verifier.verify(LAB, session)));
        return parts[1];
    }

    /** Trusts only this certificate. */
    private static KeyStore trust(String certificate) throws Exception {
        byte[] bytes = Base64.getUrlDecoder().decode(certificate);
        KeyStore trust = KeyStore.getInstance(KeyStore.getDefaultType());
        trust.load(null, null);
        trust.setCertificateEntry(
                LAB, CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes)));
        return trust;
    }

    @Override
    public Map<String, String> versions(String address) {
        SSLSession session = session();
        return session == null ? Map.of() : Map.of("tls", session.getProtocol() + " " + session.getCipherSuite());
    }

    @Override
    public String serializer(Service service) throws Exception {
        String serializer = super.serializer(service);
        return session() == null ? serializer + " in clear text" : serializer;
    }
}
