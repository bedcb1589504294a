package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Watcher;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server that is attacked while another client makes correct calls. */
abstract class HostileSetUp {
    static final Limits LIMITS = Limits.builder()
            .handshakes(16)
            .handshakeTime(Running.LONG)
            .messageBytes(200_000)
            .callsInFlight(8)
            .build();

    /** The interface that attackers may call. */
    public interface Gate {
        void pass();

        void block() throws InterruptedException;
    }

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    final CountDownLatch leave = new CountDownLatch(1);
    final AtomicInteger passed = new AtomicInteger();
    final AtomicInteger blocked = new AtomicInteger();
    final AtomicInteger interrupted = new AtomicInteger();
    Endpoint server;

    private final AtomicBoolean stop = new AtomicBoolean();
    private Running<Integer> good;

    @BeforeEach
    void start() {
        server = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0", EndpointOptions.builder().limits(LIMITS).build()));
        server.bind("gate", Gate.class, new Gate() {
            @Override
            public void pass() {
                passed.incrementAndGet();
            }

            @Override
            public void block() throws InterruptedException {
                blocked.incrementAndGet();
                try {
                    Await.latch(leave);
                } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                    throw e;
                }
            }
        });
        server.bind("good", Watcher.class, number -> number + 1);
        Endpoint client = endpoints.watch(Endpoint.create());
        String uri = server.address() + "/good";
        AtomicInteger made = new AtomicInteger();
        good = Running.start(() -> {
            Watcher stub = client.lookup(uri, Watcher.class);
            for (int i = 0; !stop.get(); i++) {
                assertThat(stub.seen(i)).isEqualTo(i + 1);
                made.set(i);
                Thread.sleep(0, 100_000); // leaves processor time to the attack
            }
            return made.get();
        });
        Await.until("the first correct calls", () -> made.get() > 3 || good.isDone());
    }

    /** Checks that the correct client was not affected, and that no session of an attacker is left. */
    @AfterEach
    void checkThatOtherCallsContinue() throws Exception {
        leave.countDown();
        stop.set(true);
        assertThat(good.get()).isPositive();
        Await.until(
                () -> "only the correct session, but: " + server.statistics(),
                () -> server.statistics().sessions() <= 1);
    }

    /** Returns a server with a short time limit for handshakes. */
    Endpoint impatientServer() {
        return endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0",
                EndpointOptions.builder()
                        .limits(LIMITS.toBuilder()
                                .handshakes(16)
                                .handshakeTime(Duration.ofMillis(500))
                                .build())
                        .build()));
    }

    RawPeer handshake() throws Exception {
        return RawPeer.handshake(server.address());
    }

    RawPeer connection() throws Exception {
        return new RawPeer(server.address());
    }
}
