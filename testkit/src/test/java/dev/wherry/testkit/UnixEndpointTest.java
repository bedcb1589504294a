package dev.wherry.testkit;

import dev.wherry.testkit.endpoint.EndpointContract;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Over lanes; {@link UnixVirtualThreadEndpointTest} has main alone. */
@Tag("long")
class UnixEndpointTest extends EndpointContract {
    @TempDir
    private Path folder;

    private final AtomicInteger sockets = new AtomicInteger();

    @Override
    protected String listenAt() {
        return "unix:" + folder.resolve("socket" + sockets.incrementAndGet());
    }

    @Override
    protected boolean lanesFirst() {
        return true;
    }
}
