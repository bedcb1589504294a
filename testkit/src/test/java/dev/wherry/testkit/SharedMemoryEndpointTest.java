package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.testkit.endpoint.EndpointContract;
import dev.wherry.testkit.sample.Watcher;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests endpoints with all links over shared memory; most calls use the main link. */
@EnabledOnOs(OS.LINUX)
class SharedMemoryEndpointTest extends EndpointContract {
    @TempDir
    private Path folder;

    private final AtomicInteger sockets = new AtomicInteger();

    @Override
    protected final String listenAt() {
        return "shm:" + folder.resolve("socket" + sockets.incrementAndGet());
    }

    @Test
    void carriesEachCallOverMemory() throws Exception {
        try (Endpoint server = Endpoint.listen(listenAt());
                Endpoint client = Endpoint.create()) {
            server.bind("watcher", Watcher.class, number -> number + 1);
            Watcher stub = client.lookup(server.address() + "#watcher", Watcher.class);
            Await.until("a lane", () -> {
                assertThat(stub.seen(1)).isEqualTo(2);
                return client.statistics().lanes() > 0;
            });
            assertThat(client.statistics().carried()).containsOnlyKeys("shm");
            assertThat(client.statistics().memoryLanes()).isPositive();
            assertThat(server.statistics().memoryLanes()).isPositive();
        }
    }
}
