package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Greeting;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.rest.Rest;
import java.io.IOException;
import java.util.Map;
import org.apache.catalina.connector.Connector;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;

/** REST over plain HTTP, with the defaults. */
public final class RestHttp extends Rest {
    public static void main(String[] args) throws Exception {
        Program.run(args, new RestHttp());
    }

    @Override
    protected String configure(Connector connector) {
        return "http";
    }

    @Override
    protected String configure(PoolingHttpClientConnectionManagerBuilder connections, String address) {
        return address;
    }

    @Override
    public Map<String, String> versions(String address) throws IOException {
        return Greeting.http(address);
    }
}
