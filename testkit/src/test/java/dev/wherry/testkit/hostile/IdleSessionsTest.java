package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class IdleSessionsTest {
    private static final int MANY = 2_000;
    /**
     * The most threads. It is far below one per session, and includes those of an endpoint and the carriers of virtual
     * threads.
     */
    private static final int FEW = 40;

    private static final long LITTLE = 16 << 10;

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    @Test
    void useNoThreadAndLittleHeapEach() throws Exception {
        Endpoint server = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0",
                EndpointOptions.builder()
                        .limits(Limits.builder().connectionsPerPeer(MANY + 1).build())
                        .build()));
        RawPeer.handshake(server.address()).close();
        int before = Thread.getAllStackTraces().size();
        long heapBefore = heap();
        List<RawPeer> peers = new ArrayList<>();
        try {
            for (int i = 0; i < MANY; i++) {
                peers.add(RawPeer.handshake(server.address()));
            }
            assertThat(server.statistics().sessions()).isEqualTo(MANY);
            Await.until(
                    () -> Thread.getAllStackTraces().size() + " threads, " + before + " before",
                    () -> Thread.getAllStackTraces().size() < before + FEW);
            assertThat((heap() - heapBefore) / MANY)
                    .as("bytes of heap for each session, including its peer's")
                    .isLessThan(LITTLE);
            peers.getFirst().assertAlive();
            peers.getLast().assertAlive();
        } finally {
            for (RawPeer peer : peers) {
                peer.close();
            }
        }
        Await.until("the sessions to end", () -> server.statistics().sessions() == 0);
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
