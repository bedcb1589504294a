package dev.wherry.testkit;

import dev.wherry.spi.Transport;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

class InProcessTransportTest extends TransportContract {
    private final AtomicInteger addresses = new AtomicInteger();

    @Override
    protected Transport transport() {
        return Transports.of("inprocess");
    }

    @Override
    protected URI anyAddress() {
        return URI.create("inprocess://transport" + addresses.incrementAndGet());
    }

    @Override
    protected URI nobody() {
        return URI.create("inprocess://nobody");
    }
}
