package dev.wherry.http;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.net.URI;

/** An endpoint that serves the tests' object over HTTP. */
final class Served implements AutoCloseable {
    final LedgerBank bank = new LedgerBank();
    final Endpoint endpoint;
    final URI http;

    Served(EndpointOptions options) {
        endpoint = Endpoint.create(options);
        endpoint.bind("bank", Bank.class, bank);
        http = endpoint.listenAt("http://127.0.0.1:0");
    }

    static Served usual() {
        return new Served(EndpointOptions.defaults());
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
