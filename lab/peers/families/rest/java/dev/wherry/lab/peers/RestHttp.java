package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.rest.Rest;
import org.apache.catalina.connector.Connector;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;

/** REST as it comes. */
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
}
