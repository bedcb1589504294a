package dev.wherry.lab.peers;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Idempotent;
import dev.wherry.lab.peers.common.Adapter;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.ServerKey;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.load.LeanClient;
import dev.wherry.lab.peers.load.Numbers;
import dev.wherry.lab.peers.rest.Jersey;
import dev.wherry.tls.Tls;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Map;
import org.apache.catalina.connector.Connector;

/** A {@code GET} with a number, answered by the next one in JSON, by Jersey in Tomcat or by Wherry. Each caller has a {@link LeanClient}. */
public final class RestLoad implements Adapter {
    /** Served by Wherry: the same exchange as that of {@link Numbers}. */
    public interface Bean {
        @Idempotent
        int addOne(int number);
    }

    private final boolean wherry;
    private final boolean secure;

    private RestLoad(String server, String scheme) {
        wherry = server.equals("wherry");
        secure = scheme.equals("https");
    }

    public static void main(String[] args) throws Exception {
        Program.run(Arrays.copyOfRange(args, 2, args.length), new RestLoad(args[0], args[1]));
    }

    @Override
    public String serve(CountingService service) throws Exception {
        String at = wherry ? serveByWherry(service) : serveByTomcat(service);
        return secure ? ServerKey.in(at) : at;
    }

    private String serveByTomcat(CountingService service) throws Exception {
        Connector connector = new Connector();
        if (secure) {
            Jersey.secure(connector);
        }
        Jersey.start(connector, Numbers.class, service);
        return Host.with(connector.getLocalPort()) + "/rest/numbers?number=";
    }

    private String serveByWherry(CountingService service) throws IOException, GeneralSecurityException {
        EndpointOptions.Builder options = EndpointOptions.builder();
        if (secure) {
            options.with(Tls.builder()
                    .keyStore(ServerKey.keyStore(), ServerKey.PASSWORD.toCharArray())
                    .clientCertificate(Tls.ClientCertificate.NONE)
                    .build());
        }
        // Never closed: it serves until the process ends.
        Endpoint server = Endpoint.listen((secure ? "https://" : "http://") + Host.with(0), options.build());
        server.bind("bean", Bean.class, service::addOne);
        return server.address().getAuthority() + "/bean/addOne?number=";
    }

    @Override
    public Service connect(String address) throws Exception {
        return secure
                ? new LeanClient(ServerKey.without(address), ServerKey.client(address))
                : new LeanClient(address, null);
    }

    @Override
    public String serializer(Service service) throws Exception {
        String type = ((LeanClient) service).type();
        return type.equals("application/json") ? "json" : type;
    }

    @Override
    public Map<String, String> seen(Service service) {
        String cipher = ((LeanClient) service).cipher();
        return cipher == null ? Map.of() : Map.of("tls", cipher);
    }
}
