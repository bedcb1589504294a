package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.testkit.faults.Faults;
import dev.wherry.testkit.faults.FaultyRelay;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client that reads answers slowly, or not at all. */
class SlowReaderTest {
    private static final int MESSAGE_LIMIT = 8 << 20;
    private static final int LARGE = 1 << 18;
    private static final int CALLS = 100;

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final AtomicInteger entered = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);
    private final EndpointOptions small = EndpointOptions.builder()
            .limits(Limits.builder()
                    .messageBytes(MESSAGE_LIMIT)
                    .inboundBytes(MESSAGE_LIMIT)
                    .build())
            .build();
    private final Endpoint server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0", small));
    private final Endpoint client = endpoints.watch(Endpoint.create(
            EndpointOptions.builder().lanes(0).timeout(Running.LONG).build()));
    private final Endpoint other = endpoints.watch(
            Endpoint.create(EndpointOptions.builder().timeout(Running.LONG).build()));

    public interface Blobs {
        byte[] later(int size);

        byte[] now(int size);
    }

    @AfterEach
    void release() {
        released.countDown();
    }

    private FaultyRelay relay() throws Exception {
        server.bind("blobs", Blobs.class, new Blobs() {
            @Override
            public byte[] later(int size) {
                entered.incrementAndGet();
                try {
                    Await.latch(released);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return new byte[size];
            }

            @Override
            public byte[] now(int size) {
                return new byte[size];
            }
        });
        return new FaultyRelay(server.address(), 1);
    }

    @Test
    void usesNoMoreThanItsShareOfTheBuffers() throws Exception {
        try (FaultyRelay relay = relay()) {
            Blobs slow = client.lookup(relay.address() + "/blobs", Blobs.class);
            Blobs quick = other.lookup(server.address() + "/blobs", Blobs.class);
            List<CompletableFuture<byte[]>> answers = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                answers.add(Calls.async(slow, blobs -> blobs.later(LARGE)));
            }
            Await.until("all calls to run", () -> entered.get() == CALLS);
            relay.hold();
            released.countDown();
            Await.until("all calls to end", () -> server.statistics().callsIn() == 0);
            assertThat(server.statistics().unsentBytes()).isBetween((long) LARGE, (long) MESSAGE_LIMIT);
            for (int i = 0; i < 10; i++) {
                assertThat(quick.now(LARGE)).hasSize(LARGE);
            }
            relay.release();
            int arrived = 0;
            for (CompletableFuture<byte[]> answer : answers) {
                try {
                    assertThat(answer.join()).hasSize(LARGE);
                    arrived++;
                } catch (CompletionException e) {
                    assertThat(e.getCause()).isInstanceOfSatisfying(CallException.class, why -> {
                        assertThat(why.code()).isEqualTo(Code.REFUSED);
                        assertThat(why.outcome()).isEqualTo(Outcome.RAN);
                        assertThat(why).hasMessageContaining("inboundBytes");
                    });
                }
            }
            assertThat(arrived).as("answers that were buffered").isBetween(10, CALLS - 10);
            Await.until("the buffers to be empty", () -> server.statistics().unsentBytes() == 0);
            assertThat(slow.now(LARGE)).hasSize(LARGE);
        }
    }

    public interface Counter {
        void count();
    }

    /** A relay that forwards what the client sends, and can hold back what the server sends. */
    private static final class AnswersHeldBack implements AutoCloseable {
        private final ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final CountDownLatch free = new CountDownLatch(1);
        private final URI server;
        private volatile boolean held;

        AnswersHeldBack(URI server) throws IOException {
            this.server = server;
            Thread.ofPlatform().daemon().start(this::relay);
        }

        String address() {
            return "tcp://127.0.0.1:" + door.getLocalPort();
        }

        private void relay() {
            try (Socket near = door.accept();
                    Socket far = new Socket(server.getHost(), server.getPort())) {
                Thread calls = Thread.ofPlatform().daemon().start(() -> pass(near, far, false));
                pass(far, near, true);
                calls.join();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private void pass(Socket from, Socket to, boolean answers) {
            byte[] bytes = new byte[1 << 14];
            try {
                int count = from.getInputStream().read(bytes);
                while (count >= 0) {
                    if (answers && held) {
                        free.await();
                    }
                    to.getOutputStream().write(bytes, 0, count);
                    count = from.getInputStream().read(bytes);
                }
                to.shutdownOutput();
            } catch (IOException | InterruptedException e) {
                free.countDown(); // one of the two sides has closed
            }
        }

        @Override
        public void close() throws IOException {
            free.countDown();
            door.close();
        }
    }

    @Test
    void runsNoCallThatWaitedBeyondItsDeadline() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        server.bind("counter", Counter.class, ran::incrementAndGet);
        relay().close();
        try (AnswersHeldBack relay = new AnswersHeldBack(server.address())) {
            Blobs slow = client.lookup(relay.address() + "/blobs", Blobs.class);
            Counter counter = client.lookup(relay.address() + "/counter", Counter.class);
            counter.count();
            List<CompletableFuture<byte[]>> answers = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                answers.add(Calls.async(slow, blobs -> blobs.later(LARGE)));
            }
            Await.until("all calls to run", () -> entered.get() == CALLS);
            relay.held = true;
            released.countDown();
            Await.until("all calls to end", () -> server.statistics().callsIn() == 0);
            for (int i = 0; i < 10; i++) {
                Counter hurried = Calls.with(
                        counter,
                        CallOptions.builder()
                                .timeout(Duration.ofMillis(300 + 7 * i))
                                .build());
                assertThatThrownBy(hurried::count).isInstanceOf(CallException.class);
            }
            Await.until("no call to wait", () -> server.statistics().callsIn() == 0);
            assertThat(ran).hasValue(1);
            relay.free.countDown();
            CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                    .handle((none, e) -> e)
                    .join();
        }
    }

    @Test
    void isServedAtItsOwnSpeed() throws Exception {
        try (FaultyRelay relay = relay()) {
            relay.faults(Faults.none().slice(1 << 14).delay(Duration.ofNanos(200_000)));
            Blobs slow = client.lookup(relay.address() + "/blobs", Blobs.class);
            List<CompletableFuture<byte[]>> answers = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                answers.add(Calls.async(slow, blobs -> blobs.now(LARGE)));
            }
            for (CompletableFuture<byte[]> answer : answers) {
                assertThat(answer.join()).hasSize(LARGE);
            }
        }
    }
}
