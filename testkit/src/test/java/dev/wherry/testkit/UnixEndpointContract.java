package dev.wherry.testkit;

import dev.wherry.testkit.endpoint.EndpointContract;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;

abstract class UnixEndpointContract extends EndpointContract {
    @TempDir
    private Path folder;

    private final AtomicInteger sockets = new AtomicInteger();

    @Override
    protected final String listenAt() {
        return "unix:" + folder.resolve("socket" + sockets.incrementAndGet());
    }
}
