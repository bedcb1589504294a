package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.testsupport.Polling;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The memory for the values of calls and answers is one for all protocols of an endpoint. */
class ValuesOfCallsTest {
    private static final EndpointOptions SMALL = EndpointOptions.builder()
            .limits(Limits.builder().messageBytes(1 << 20).inboundBytes(8 << 20).build())
            .build();

    /** A call of 120 KB whose values need more than half of what there is for values. */
    private static final String LARGE = "{\"numbers\":[" + "1,".repeat(60_000) + "1]}";

    /** What is served. */
    public interface Store {
        /** Returns when the test says so. */
        int keep(List<Integer> numbers);

        /** Returns at once. */
        List<Integer> numbers(int count);

        /** Returns at once a text that is compressed to little. */
        String text(int length);
    }

    private static final class Waiting implements Store {
        final AtomicInteger running = new AtomicInteger();
        final CountDownLatch go = new CountDownLatch(1);

        @Override
        public int keep(List<Integer> numbers) {
            running.incrementAndGet();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return numbers.size();
        }

        @Override
        public List<Integer> numbers(int count) {
            return Collections.nCopies(count, 1);
        }

        @Override
        public String text(int length) {
            return "x".repeat(length);
        }
    }

    private final Waiting store = new Waiting();
    private Endpoint server;

    @BeforeEach
    void listen() {
        server = Endpoint.listen("http://127.0.0.1:0", SMALL);
        server.bind("store", Store.class, store);
    }

    @AfterEach
    void close() {
        store.go.countDown();
        server.close();
    }

    private Wire.Answer keep() throws IOException {
        return Wire.post(server.address(), "/store/keep", LARGE);
    }

    private CompletableFuture<Integer> keeping() {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return keep().status();
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> Thread.ofVirtual().start(task));
    }

    @Test
    void countTogetherUntilTheCallHasEnded() throws IOException {
        CompletableFuture<Integer> first = keeping();
        Polling.until("the first call runs", () -> store.running.get() == 1);

        Wire.Answer second = keep();
        assertThat(second.status()).as(second.text()).isEqualTo(503);
        assertThat(second.text()).contains("inboundBytes");
        assertThat(Wire.post(server.address(), "/store/numbers", "{\"count\":1}")
                        .status())
                .as("a call without large values")
                .isEqualTo(200);

        store.go.countDown();
        assertThat(first.join()).isEqualTo(200);
        assertThat(keep().status()).as("once the first call has ended").isEqualTo(200);
    }

    @Test
    void ofAnAnswerAreLimitedAtAStub() {
        EndpointOptions smaller = EndpointOptions.builder()
                .limits(Limits.builder()
                        .messageBytes(1 << 20)
                        .inboundBytes(2 << 20)
                        .build())
                .build();
        try (Endpoint client = Endpoint.create(smaller)) {
            Store stub = client.lookup(server.address() + "/store", Store.class);
            assertThat(stub.numbers(100)).hasSize(100);
            assertThatThrownBy(() -> stub.numbers(100_000))
                    .isInstanceOfSatisfying(
                            CallException.class,
                            refused -> assertThat(refused.outcome()).isEqualTo(CallException.Outcome.RAN))
                    .hasMessageContaining("inboundBytes");
            assertThatThrownBy(() -> stub.text(900_000))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining("inboundBytes");
            assertThat(stub.text(100)).hasSize(100);
            assertThat(stub.numbers(100)).as("what was taken is given back").hasSize(100);
        }
    }
}
