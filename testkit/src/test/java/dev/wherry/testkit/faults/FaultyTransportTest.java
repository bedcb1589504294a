package dev.wherry.testkit.faults;

import dev.wherry.spi.Transport;
import dev.wherry.testkit.MultiplexContract;
import dev.wherry.testkit.Transports;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;

/** Links that carry few bytes at a time still fulfil the contract of a link. */
class FaultyTransportTest extends MultiplexContract {
    private final Transport transport =
            new FaultyTransport(Transports.of("tcp"), "faulty", Faults.none().slice(100_000), 1);

    @Override
    protected Transport transport() {
        return transport;
    }

    @Override
    protected URI anyAddress() {
        return URI.create("faulty://127.0.0.1:0");
    }

    @Override
    protected URI nobody() throws IOException {
        try (ServerSocket unused = new ServerSocket(0)) {
            return URI.create("faulty://127.0.0.1:" + unused.getLocalPort());
        }
    }
}
