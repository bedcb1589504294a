package dev.wherry.testkit;

import dev.wherry.spi.Transport;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

class MemoryTransportTest extends TransportContract {
    private final AtomicInteger addresses = new AtomicInteger();

    @Override
    protected Transport transport() {
        return new MemoryTransport();
    }

    @Override
    protected URI anyAddress() {
        return URI.create("memory:" + getClass().getName() + addresses.incrementAndGet());
    }

    @Override
    protected URI nobody() {
        return URI.create("memory:nobody");
    }
}
