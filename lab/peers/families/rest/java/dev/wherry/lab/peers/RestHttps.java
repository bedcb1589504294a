package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.ServerKey;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.rest.Jersey;
import dev.wherry.lab.peers.rest.Rest;
import java.util.Map;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLSession;
import org.apache.catalina.connector.Connector;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.DefaultHostnameVerifier;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;

/** REST over TLS. The certificate names the lab, which the client checks. */
public final class RestHttps extends Rest {
    public static void main(String[] args) throws Exception {
        Program.run(args, new RestHttps());
    }

    @Override
    protected String configure(Connector connector) throws Exception {
        Jersey.secure(connector);
        return ServerKey.in(connector.getScheme());
    }

    @Override
    protected String configure(PoolingHttpClientConnectionManagerBuilder connections, String address)
            throws Exception {
        HostnameVerifier verifier = new DefaultHostnameVerifier();
        connections.setTlsSocketStrategy(new DefaultClientTlsStrategy(
                ServerKey.client(address),
                HostnameVerificationPolicy.CLIENT,
                (host, session) -> verifier.verify(ServerKey.NAME, session)));
        return ServerKey.without(address);
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
