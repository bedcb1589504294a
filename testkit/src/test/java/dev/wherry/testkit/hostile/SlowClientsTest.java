package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.testkit.sample.Watcher;
import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A healthy client is served beside a thousand silent clients and a thousand that send one byte a second. */
@Tag("long")
class SlowClientsTest {
    private static final int CLIENTS = 1_000;
    private static final int CALLS = 20_000;

    @Test
    void doNotKeepAHealthyClientFromBeingServed() throws Exception {
        EndpointOptions sockets = EndpointOptions.builder().sharedMemory(false).build();
        // All clients of this test have one address. By default a host has 1,024 connections.
        Limits limits =
                Limits.defaults().toBuilder().connectionsPerPeer(4 * CLIENTS).build();
        try (Endpoint server = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        EndpointOptions.builder().limits(limits).build());
                Endpoint client = Endpoint.create(sockets)) {
            server.bind("watcher", Watcher.class, number -> number + 1);
            URI address = server.address();
            Watcher stub = client.lookup(address + "/watcher", Watcher.class);
            try (SlowClients _ = new SlowClients(address, CLIENTS);
                    Endpoint other = Endpoint.create(sockets)) {
                for (int i = 0; i < CALLS; i++) {
                    assertThat(stub.seen(i)).isEqualTo(i + 1);
                }
                assertThat(server.statistics().sessions()).as("sessions").isGreaterThan(1);
                assertThat(other.lookup(address + "/watcher", Watcher.class).seen(1))
                        .isEqualTo(2);
            }
        }
    }
}
