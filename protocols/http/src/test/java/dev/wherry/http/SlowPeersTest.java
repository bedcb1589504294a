package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Peers that connect and keep the server waiting. */
class SlowPeersTest {
    @Test
    void closesConnectionsThatSendNothing() throws IOException {
        EndpointOptions options = EndpointOptions.builder()
                .limits(Limits.builder().handshakeTime(Duration.ofMillis(200)).build())
                .with(HttpOptions.builder().idleTime(Duration.ofMillis(200)).build())
                .build();
        try (Served served = new Served(options);
                Wire silent = new Wire(served.http);
                Wire idle = new Wire(served.http)) {
            idle.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
                    .answer();
            assertThat(silent.isClosed()).isTrue();
            assertThat(idle.isClosed()).isTrue();
        }
    }

    @Test
    void limitsTheConnectionsOfOneAddress() throws IOException {
        EndpointOptions options = EndpointOptions.builder()
                .limits(Limits.builder().connectionsPerPeer(3).build())
                .build();
        try (Served served = new Served(options)) {
            List<Wire> wires = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Wire wire = new Wire(served.http);
                wires.add(wire);
                wire.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
                        .answer();
            }
            try (Wire fourth = new Wire(served.http)) {
                fourth.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(fourth.read(1_000), StandardCharsets.ISO_8859_1))
                        .contains("limit 'connectionsPerPeer'");
            }
            for (Wire each : wires) {
                each.close();
            }
        }
    }

    @Test
    @Tag("long")
    void closesConnectionsThatDoNotGoOn() throws IOException {
        String body =
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n[";
        try (Served served = Served.usual();
                Wire head = new Wire(served.http);
                Wire part = new Wire(served.http)) {
            head.send("POST /bank/addOne HTTP/1.1\r\nHo".getBytes(StandardCharsets.US_ASCII));
            part.send(body.getBytes(StandardCharsets.US_ASCII));
            assertThat(head.isClosed()).isTrue();
            assertThat(part.isClosed()).isTrue();
            assertThat(served.bank.calls.get()).isZero();
        }
    }
}
