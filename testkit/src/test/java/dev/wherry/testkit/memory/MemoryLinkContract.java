package dev.wherry.testkit.memory;

import dev.wherry.memory.Waiting;
import dev.wherry.spi.Transport;
import dev.wherry.testkit.TransportContract;
import java.net.URI;
import java.util.UUID;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The contract of links, over rings in shared memory. */
@EnabledOnOs(OS.LINUX)
abstract class MemoryLinkContract extends TransportContract {
    private final Transport transport;

    MemoryLinkContract(int capacity, Waiting waiting) {
        transport = new MemoryTransport(capacity, waiting);
    }

    @Override
    protected Transport transport() {
        return transport;
    }

    @Override
    protected URI anyAddress() {
        return URI.create("memory://" + UUID.randomUUID());
    }

    @Override
    protected URI nobody() {
        return URI.create("memory://nobody");
    }
}
