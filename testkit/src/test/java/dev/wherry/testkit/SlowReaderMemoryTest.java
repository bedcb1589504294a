package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.SlowReaderTest.Blobs;
import dev.wherry.testkit.faults.FaultyRelay;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A server with a small heap, and a client that requests eight times its size and reads nothing. The server exits if
 * its heap is full.
 */
@Tag("long")
class SlowReaderMemoryTest {
    private static final int LARGE = 1 << 20;
    private static final int CALLS = 2_000;

    @Test
    void servesOtherClients() throws Exception {
        List<String> arguments = List.of(
                "-Xmx256m",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                BlobServer.class.getName());
        EndpointOptions patient =
                EndpointOptions.builder().lanes(0).timeout(Running.LONG).build();
        try (ChildJvm server = new ChildJvm(arguments)) {
            URI address = URI.create(server.awaitLine("listening ").substring(10));
            try (FaultyRelay relay = new FaultyRelay(address, 1);
                    Endpoint client = Endpoint.create(patient);
                    Endpoint other = Endpoint.create(patient)) {
                Blobs slow = client.lookup(relay.address() + "/blobs", Blobs.class);
                Blobs quick = other.lookup(address + "/blobs", Blobs.class);
                List<CompletableFuture<byte[]>> answers = new ArrayList<>();
                for (int i = 0; i < CALLS; i++) {
                    answers.add(Calls.async(slow, blobs -> blobs.later(LARGE)));
                }
                Await.until(
                        "all calls to arrive",
                        () -> other.connect(String.valueOf(address))
                                        .statistics()
                                        .callsIn()
                                > CALLS / 2);
                relay.hold();
                for (int i = 0; i < 20; i++) {
                    assertThat(quick.later(LARGE / 4)).hasSize(LARGE / 4);
                }
                Await.until(
                        "the session of the slow client to end",
                        () -> other.connect(String.valueOf(address))
                                        .statistics()
                                        .sessions()
                                == 1);
                relay.cut();
                assertThat(answers)
                        .allSatisfy(each -> assertThat(
                                        each.handle((value, failed) -> true).join())
                                .isTrue());
                assertThat(quick.now(LARGE)).hasSize(LARGE);
            }
        }
    }
}
