package dev.wherry.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.internal.session.NarrowLink;
import dev.wherry.spi.Link;
import dev.wherry.testsupport.Polling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PendingHandshakesTest {
    private static final EndpointOptions FEW = EndpointOptions.builder()
            .limits(Limits.builder()
                    .handshakes(4)
                    .handshakeTime(Duration.ofSeconds(30))
                    .build())
            .build();

    @Test
    void letsNobodyKeepOthersOutByBeingSilent() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", FEW);
                Endpoint client = Endpoint.create()) {
            for (int i = 0; i < 12; i++) {
                Socket socket = new Socket();
                socket.connect(
                        new InetSocketAddress("127.0.0.1", server.address().getPort()));
                silent.add(socket);
            }
            assertThat(client.connect(server.address().toString()).bound()).isEmpty();
            silent.getFirst().setSoTimeout(10_000);
            assertThat(silent.getFirst().getInputStream().read()).isEqualTo(-1);
        } finally {
            for (Socket each : silent) {
                each.close();
            }
        }
    }

    private static Link closing(Runnable told) {
        return new NarrowLink(length -> length) {
            @Override
            public int read(byte[] to, int offset, int length) {
                return 1;
            }

            @Override
            public void close() {
                told.run();
            }
        };
    }

    @Test
    void closesAtOnceALinkThatIsOpenedAfterTheEnd() {
        AtomicInteger ended = new AtomicInteger();
        Link late = closing(ended::incrementAndGet);
        EndpointEngine engine = new EndpointEngine(EndpointOptions.defaults());
        engine.close(Duration.ZERO);
        engine.connections().expect(late);
        assertThat(ended).hasValue(1);
    }

    @Test
    void doesNotCloseALinkThatIsGreetedWhileOthersAreClosed() {
        PendingHandshakes pending = new PendingHandshakes(Duration.ofSeconds(30));
        List<Link> both = new ArrayList<>();
        AtomicInteger met = new AtomicInteger();
        AtomicInteger closed = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            Link link = closing(() -> {
                closed.incrementAndGet();
                both.forEach(other -> met.addAndGet(pending.met(other) ? 1 : 0));
            });
            both.add(link);
            pending.add(link);
        }
        pending.close();
        assertThat(met).as("met in time").hasValue(1);
        assertThat(closed).hasValue(1);
    }

    private static HandshakeQueue withOneThatWaitsFor(AcceptedLink slow, AcceptedLinks all) {
        HandshakeQueue queue = new HandshakeQueue(1, _ -> {});
        queue.add(slow);
        queue.add(new AcceptedLink(closing(() -> {}), all, ""));
        return queue;
    }

    @Test
    void takesThePlaceOfAPeerThatSendsWithoutEnd() {
        AtomicInteger closed = new AtomicInteger();
        AcceptedLinks all = new AcceptedLinks(Limits.defaults());
        AcceptedLink slow = new AcceptedLink(closing(closed::incrementAndGet), all, "");
        HandshakeQueue queue = withOneThatWaitsFor(slow, all);
        PendingHandshakes pending = new PendingHandshakes(Duration.ofMinutes(30));
        pending.add(slow);
        Polling.until("it has sent for too long", () -> {
            try {
                slow.read(new byte[1], 0, 1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            pending.giveWay(queue, System.nanoTime());
            return closed.get() == 1;
        });
    }

    @Test
    void letsAPeerThatSendsSlowlyKeepItsPlace() throws IOException {
        AtomicInteger closed = new AtomicInteger();
        AcceptedLinks all = new AcceptedLinks(Limits.defaults());
        AcceptedLink slow = new AcceptedLink(closing(closed::incrementAndGet), all, "");
        HandshakeQueue queue = withOneThatWaitsFor(slow, all);
        PendingHandshakes pending = new PendingHandshakes(Duration.ofSeconds(30));
        pending.add(slow);

        long end = System.nanoTime() + Duration.ofMillis(600).toNanos();
        while (System.nanoTime() - end < 0) {
            slow.read(new byte[1], 0, 1);
            pending.giveWay(queue, slow.heard); // a pause of this thread does not count as silence
        }
        assertThat(closed).as("while it sends").hasValue(0);
        Polling.until("it is silent", () -> {
            pending.giveWay(queue, System.nanoTime());
            return closed.get() == 1;
        });
    }

    @Test
    void acceptsAllClientsThatConnectAtOnce() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", FEW)) {
            String address = server.address().toString();
            long connected = IntStream.range(0, 40)
                    .parallel()
                    .filter(i -> {
                        try (Endpoint client = Endpoint.create()) {
                            return client.connect(address).bound().isEmpty();
                        }
                    })
                    .count();
            assertThat(connected).isEqualTo(40);
        }
    }
}
