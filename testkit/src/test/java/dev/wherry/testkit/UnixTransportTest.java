package dev.wherry.testkit;

import dev.wherry.spi.Transport;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class UnixTransportTest extends MultiplexContract {
    @TempDir
    private Path folder;

    @Override
    protected Transport transport() {
        return Transports.of("unix");
    }

    @Override
    protected URI anyAddress() {
        return URI.create("unix:" + folder.resolve("any.sock"));
    }

    @Override
    protected URI nobody() {
        return URI.create("unix:" + folder.resolve("nobody.sock"));
    }
}
