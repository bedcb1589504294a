package dev.wherry.testkit;

import dev.wherry.spi.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;

class TcpTransportTest extends MultiplexContract {
    @Override
    protected Transport transport() {
        return Transports.of("tcp");
    }

    @Override
    protected URI anyAddress() {
        return URI.create("tcp://127.0.0.1:0");
    }

    @Override
    protected URI nobody() throws IOException {
        try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("tcp://127.0.0.1:" + unused.getLocalPort());
        }
    }
}
