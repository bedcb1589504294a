package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.endpoint.EndpointContract;
import dev.wherry.testkit.sample.Watcher;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests endpoints with lanes over shared memory. */
class MemoryLanesEndpointTest extends EndpointContract {
    @Override
    protected String listenAt() {
        return "tcp://127.0.0.1:0";
    }

    @Override
    protected boolean lanesFirst() {
        return true;
    }

    @Test
    void hasLanesOverMemoryAtBothSides() throws Exception {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            call(server, client);
            assertThat(client.statistics().memoryLanes())
                    .isEqualTo(client.statistics().lanes())
                    .isPositive();
            assertThat(server.statistics().memoryLanes())
                    .isEqualTo(server.statistics().lanes())
                    .isPositive();
        }
    }

    @ParameterizedTest
    @CsvSource({"false, true", "true, false"})
    void usesSocketsIfEitherSideDisablesMemory(boolean serverWants, boolean clientWants) throws Exception {
        EndpointOptions options = EndpointOptions.defaults();
        try (Endpoint server = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        options.toBuilder().sharedMemory(serverWants).build());
                Endpoint client = Endpoint.create(
                        options.toBuilder().sharedMemory(clientWants).build())) {
            call(server, client);
            assertThat(client.statistics().lanes()).isPositive();
            assertThat(client.statistics().memoryLanes()).isZero();
            assertThat(server.statistics().memoryLanes()).isZero();
        }
    }

    @Test
    void countsTheCallsOverMemory() throws Exception {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            call(server, client);
            Map<String, Long> carried = client.statistics().carried();
            assertThat(carried).containsOnlyKeys("shm", "tcp");
            assertThat(carried.get("shm")).isGreaterThan(900);
            assertThat(server.statistics().carried()).isEmpty();
        }
    }

    private static void call(Endpoint server, Endpoint client) {
        server.bind("watcher", Watcher.class, number -> number + 1);
        Watcher stub = client.lookup(server.address() + "/watcher", Watcher.class);
        Await.until("a lane", () -> {
            assertThat(stub.seen(1)).isEqualTo(2);
            return client.statistics().lanes() > 0;
        });
        for (int i = 0; i < 1_000; i++) {
            assertThat(stub.seen(i)).isEqualTo(i + 1);
        }
    }
}
