package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.testsupport.Polling;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls over HTTP keep to the limits of native calls, before their arguments are decoded. */
class OverloadTest {
    /** Its argument is counted when it is decoded. */
    public record Order(String text) {
        static final AtomicInteger DECODED = new AtomicInteger();

        /** Counts. */
        public Order {
            DECODED.incrementAndGet();
        }
    }

    /** Calls of it end when the test lets them. */
    public interface Kitchen {
        String cook(Order order);

        CompletableFuture<String> cookLater(Order order);
    }

    private final Semaphore begun = new Semaphore(0);
    private final CountDownLatch done = new CountDownLatch(1);
    private final CompletableFuture<String> later = new CompletableFuture<>();
    private final List<Wire> wires = new ArrayList<>();

    private final class Slow implements Kitchen {
        @Override
        public String cook(Order order) {
            begun.release();
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return order.text();
        }

        @Override
        public CompletableFuture<String> cookLater(Order order) {
            begun.release();
            return later;
        }
    }

    private Endpoint serve(Limits limits) {
        Order.DECODED.set(0);
        Endpoint server = Endpoint.listen(
                "http://127.0.0.1:0", EndpointOptions.builder().limits(limits).build());
        server.bind("kitchen", Kitchen.class, new Slow());
        return server;
    }

    private Wire begin(URI at) throws IOException {
        String body = "{\"order\":{\"text\":\"soup\"}}";
        Wire wire = new Wire(at);
        wires.add(wire);
        return wire.send(
                ("POST /kitchen/cook HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                                + body.length() + "\r\n\r\n" + body)
                        .getBytes(StandardCharsets.US_ASCII));
    }

    @AfterEach
    void close() throws IOException {
        done.countDown();
        later.complete("soup");
        for (Wire each : wires) {
            each.close();
        }
    }

    @Test
    void refusesCallsOverTheLimitOfCallsThatRunBeforeTheyAreDecoded() throws Exception {
        Limits limits = Limits.builder()
                .callsRunning(2)
                .queueTime(Duration.ofMillis(50))
                .build();
        try (Endpoint server = serve(limits)) {
            Wire first = begin(server.address());
            Wire second = begin(server.address());
            begun.acquire(2);
            Wire.Answer refused = begin(server.address()).answer();
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("retry-after")).isNotNull();
            assertThat(refused.text())
                    .contains("UNAVAILABLE")
                    .contains("callsRunning")
                    .contains("NOT_RUN");
            assertThat(Order.DECODED).hasValue(2);
            done.countDown();
            assertThat(first.answer().text()).isEqualTo("\"soup\"");
            assertThat(second.answer().status()).isEqualTo(200);
            assertThat(begin(server.address()).answer().status()).isEqualTo(200);
        }
    }

    @Test
    void refusesStreamsOfAConnectionOverTheLimitOfCallsInFlightBeforeTheyAreDecoded() throws Exception {
        int streams = 100;
        Limits limits = Limits.builder().callsInFlight(3).build();
        try (Endpoint server = serve(limits);
                FloodsTest.Http2 client = new FloodsTest.Http2(server.address())) {
            for (int i = 0; i < streams; i++) {
                client.post(2 * i + 1, "/kitchen/cookLater", "{\"order\":{\"text\":\"soup\"}}");
            }
            Polling.until("the refusals", () -> client.answers.size() == streams - 3);
            begun.acquire(3);
            assertThat(new String(client.answers.getFirst(), StandardCharsets.ISO_8859_1))
                    .contains("503");
            assertThat(Order.DECODED).hasValue(3);
            later.complete("soup");
            Polling.until("the answers", () -> client.answers.size() == streams);
        }
    }
}
