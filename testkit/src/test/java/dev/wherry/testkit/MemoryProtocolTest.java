package dev.wherry.testkit;

import dev.wherry.spi.Protocol;
import java.net.URI;

/** Runs the contract on a minimal protocol, which calls objects of this JVM directly. */
class MemoryProtocolTest extends ProtocolContract {
    private final MemoryProtocol protocol = new MemoryProtocol();

    @Override
    protected Protocol protocol() {
        return protocol;
    }

    @Override
    protected URI anyAddress() {
        return URI.create("objects://any");
    }

    @Override
    protected URI nobody() {
        return URI.create("objects://nobody");
    }
}
