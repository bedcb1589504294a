package dev.wherry.guide.extend;

import dev.wherry.spi.Transport;
import dev.wherry.testkit.TransportContract;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;

// @start region=test
class SocketTransportTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new SocketTransport();
    }

    @Override
    protected URI anyAddress() {
        return URI.create("socket://127.0.0.1:0");
    }

    @Override
    protected URI nobody() throws IOException {
        try (ServerSocket unused = new ServerSocket(0)) {
            return URI.create("socket://127.0.0.1:" + unused.getLocalPort());
        }
    }
}
// @end
