package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.PREAMBLE;
import static dev.wherry.testkit.hostile.RawPeer.Reason.PROTOCOL;
import static dev.wherry.testkit.hostile.RawPeer.Reason.REFUSED;
import static dev.wherry.testkit.hostile.RawPeer.Reason.RESTARTED;
import static dev.wherry.testkit.hostile.RawPeer.Reason.UNKNOWN_SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.sample.Watcher;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that go on with a session over another link, and lie about it. */
class BadResumesTest extends HostileSetUp {
    private static final int WINDOW = 20_000;
    private static final long GATE = 2;

    @TempDir
    Path folder;

    /** A session that a test has opened, and its first link. */
    private record Opened(RawPeer link, long high, long low, long endpointHigh, long endpointLow)
            implements AutoCloseable {
        static Opened over(RawPeer link) throws IOException {
            return over(link, RawPeer.resume(WINDOW, 0, 0, 0));
        }

        static Opened over(RawPeer link, Consumer<Out> extensions) throws IOException {
            link.send(PREAMBLE);
            link.send(RawPeer.hello(0, 0, 0, extensions));
            link.receivePreamble();
            In hello = link.receive().in();
            return new Opened(link, hello.readLong(), hello.readLong(), hello.readLong(), hello.readLong());
        }

        /** Returns the Hello of another link, which follows the rules. */
        byte[] hello(long received) {
            return RawPeer.hello(0, high, low, RawPeer.resume(WINDOW, endpointHigh, endpointLow, received));
        }

        /** Ends the session in order, so that the server does not wait for another link. */
        @Override
        public void close() throws IOException {
            link.close();
        }
    }

    private Opened open() throws Exception {
        return Opened.over(connection());
    }

    /** Sends a Hello on another link, and returns the link. */
    private RawPeer again(byte[] hello) throws Exception {
        RawPeer link = connection();
        link.send(PREAMBLE);
        link.send(hello);
        link.receivePreamble();
        return link;
    }

    private static void leave(RawPeer link) throws IOException {
        link.send(RawPeer.goAway(RawPeer.Reason.CLOSING));
        link.send(RawPeer.goAway(RawPeer.Reason.DRAINED));
        link.close();
    }

    private void assertRefused(byte[] hello, RawPeer.Reason why) throws Exception {
        try (RawPeer link = again(hello)) {
            assertThat(link.goAway()).isEqualTo(why);
        }
    }

    @Test
    void goesOnWithAnotherLinkWhetherOrNotTheLastOneIsClosed() throws Exception {
        try (Opened session = open();
                RawPeer second = again(session.hello(0))) {
            assertThat(second.receive().type()).isEqualTo(RawPeer.HELLO);
            second.assertAlive();
            session.link().assertEnded();
            second.close();
            try (RawPeer third = again(session.hello(0))) {
                In hello = third.receive().in();
                assertThat(hello.readLong()).as("the session").isEqualTo(session.high());
                third.assertAlive();
                leave(third);
            }
        }
    }

    @Test
    void refusesAWrongToken() throws Exception {
        try (Opened session = open()) {
            for (int bit = 0; bit < 128; bit += 9) {
                long high = session.high() ^ (bit < 64 ? 1L << bit : 0);
                long low = session.low() ^ (bit < 64 ? 0 : 1L << (bit - 64));
                Consumer<Out> offer = RawPeer.resume(WINDOW, session.endpointHigh(), session.endpointLow(), 0);
                assertRefused(RawPeer.hello(0, high, low, offer), UNKNOWN_SESSION);
            }
            session.link().assertAlive();
            leave(session.link());
        }
    }

    @Test
    void refusesTheTokenOfASessionThatHasEnded() throws Exception {
        try (Opened session = open()) {
            session.link().send(RawPeer.frame(99, 0, 0));
            assertThat(session.link().goAway()).isEqualTo(PROTOCOL);
            assertRefused(session.hello(0), UNKNOWN_SESSION);
        }
    }

    @Test
    void refusesTheTokenOfAnotherPeersSession() throws Exception {
        Path socket = folder.resolve("s");
        server.listenAt("unix:" + socket);
        try (Opened session = open();
                SocketChannel other = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            other.write(ByteBuffer.wrap(PREAMBLE));
            other.write(ByteBuffer.wrap(session.hello(0)));
            ByteBuffer answer = ByteBuffer.allocate(8 + 14 + 1);
            while (answer.hasRemaining()) {
                assertThat(other.read(answer)).isPositive();
            }
            assertThat(answer.get(8 + 4)).as("type").isEqualTo((byte) RawPeer.GOAWAY);
            assertThat(answer.get(8 + 14)).as("reason").isEqualTo((byte) REFUSED.ordinal());
            session.link().assertAlive();
            leave(session.link());
        }
    }

    @Test
    void saysThatItWasStartedAnewToAPeerOfAnEarlierStart() throws Exception {
        try (Opened session = open()) {
            Consumer<Out> offer = RawPeer.resume(WINDOW, session.endpointHigh(), session.endpointLow() + 1, 0);
            assertRefused(RawPeer.hello(0, session.high(), session.low(), offer), RESTARTED);
            session.link().assertAlive();
            leave(session.link());
        }
    }

    @Test
    void refusesToGoOnWithASessionThatHasNotAgreedToIt() throws Exception {
        for (Consumer<Out> extensions : List.<Consumer<Out>>of(to -> to.writeSize(0), RawPeer.resume(0, 0, 0, 0))) {
            try (Opened session = Opened.over(connection(), extensions)) {
                assertRefused(session.hello(0), UNKNOWN_SESSION);
                session.link().assertAlive();
            }
        }
    }

    @Test
    void refusesAnotherLinkWithoutAnOffer() throws Exception {
        try (Opened session = open()) {
            assertRefused(RawPeer.hello(0, session.high(), session.low()), PROTOCOL);
            session.link().assertAlive();
            leave(session.link());
        }
    }

    @Test
    void refusesMalformedOffers() throws Exception {
        Consumer<Out> one = RawPeer.resume(WINDOW, 0, 0, 0);
        for (Consumer<Out> bad : List.<Consumer<Out>>of(
                RawPeer.resume(-1, 0, 0, 0),
                RawPeer.resume(WINDOW, 0, 0, -1),
                RawPeer.resume(WINDOW, 0, 0, Long.MIN_VALUE),
                to -> {
                    to.writeSize(1);
                    to.writeText("resume");
                    to.writeSize(27);
                    to.write(new byte[27], 0, 27);
                },
                to -> {
                    to.writeSize(2);
                    Out offer = new Out(64);
                    one.accept(offer);
                    to.write(offer.array(), 1, offer.size() - 1);
                    to.write(offer.array(), 1, offer.size() - 1);
                })) {
            assertRefused(RawPeer.hello(0, 0, 0, bad), PROTOCOL);
        }
    }

    /** The server has sent nothing behind its Hello. */
    @ParameterizedTest
    @ValueSource(longs = {1_000, 1L << 20, 1L << 40, Long.MAX_VALUE})
    void refusesALinkOfAPeerThatHasReceivedMoreThanWasSent(long received) throws Exception {
        try (Opened session = open();
                RawPeer second = again(session.hello(received))) {
            assertThat(second.goAway()).isEqualTo(PROTOCOL);
            assertGoesOn(session.hello(0));
        }
    }

    private void assertGoesOn(byte[] hello) throws Exception {
        try (RawPeer next = again(hello)) {
            assertThat(next.receive().type()).isEqualTo(RawPeer.HELLO);
            next.assertAlive();
            leave(next);
        }
    }

    /** As a Hello does that comes late, when another link has been opened since. */
    @Test
    void refusesALinkOfAPeerThatWantsAgainWhatItHasAcknowledged() throws Exception {
        try (Opened session = open()) {
            session.link().send(RawPeer.frame(RawPeer.PING, 0, 1));
            RawPeer.Frame pong = session.link().receive();
            int received = 14 + pong.body().length;
            session.link().send(RawPeer.received(received));
            session.link().assertAlive();
            try (RawPeer late = again(session.hello(0))) {
                assertThat(late.goAway()).isEqualTo(PROTOCOL);
            }
            assertGoesOn(session.hello(received));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE})
    void endsTheSessionOfAPeerThatAcknowledgesWhatWasNotSent(long position) throws Exception {
        try (Opened session = open()) {
            session.link().send(RawPeer.received(position));
            assertThat(session.link().goAway()).isEqualTo(PROTOCOL);
        }
    }

    @Test
    void endsTheSessionOfAPeerThatAcknowledgesThoughThatWasNotAgreed() throws Exception {
        try (RawPeer peer = handshake()) {
            peer.send(RawPeer.received(0));
            assertThat(peer.goAway()).isEqualTo(PROTOCOL);
        }
    }

    @Test
    void endsTheSessionOfAPeerWhoseAcknowledgementIsTooShort() throws Exception {
        try (Opened session = open()) {
            session.link().send(RawPeer.frame(RawPeer.RECEIVED, 0, 0, to -> to.writeInt(0)));
            assertThat(session.link().goAway()).isEqualTo(PROTOCOL);
        }
    }

    @Test
    void goesOnAfterManyAcknowledgementsAndManyLinks() throws Exception {
        try (Opened session = open()) {
            byte[] one = RawPeer.received(0);
            byte[] many = new byte[one.length * 1_000];
            for (int i = 0; i < 1_000; i++) {
                System.arraycopy(one, 0, many, i * one.length, one.length);
            }
            for (int i = 0; i < 300; i++) {
                session.link().send(many);
            }
            session.link().assertAlive();
            for (int i = 0; i < 200; i++) {
                again(session.hello(0)).close();
            }
            try (RawPeer last = again(session.hello(0))) {
                assertThat(last.receive().type()).isEqualTo(RawPeer.HELLO);
                last.assertAlive();
                leave(last);
            }
        }
    }

    /** Those that wait for another link do not count as connections, but have the same limit. */
    @Test
    void leavesALimitedNumberOfSessionsWaiting() throws Exception {
        Endpoint small = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0",
                EndpointOptions.builder()
                        .limits(LIMITS.toBuilder().connections(4).build())
                        .resumeWindow(Duration.ofSeconds(3))
                        .build()));
        small.bind("good", Watcher.class, number -> number + 1);
        for (int i = 0; i < 20; i++) {
            Opened.over(new RawPeer(small.address())).close();
            Await.until(
                    () -> "at most 5 sessions, but: " + small.statistics(),
                    () -> small.statistics().sessions() <= 5);
        }
        try (Endpoint client = Endpoint.create()) {
            assertThat(client.lookup(small.address() + "/good", Watcher.class).seen(1))
                    .isEqualTo(2);
        }
    }

    /** A call that was received in part by one link, and again from its beginning by the next, runs once. */
    @Test
    void runsACallThatIsSentAgainOnce() throws Exception {
        try (Opened session = open()) {
            byte[] define = RawPeer.define(0, Gate.class.getName(), "pass()V");
            byte[] call = RawPeer.call(1, GATE, 0);
            session.link().send(define);
            session.link().send(Arrays.copyOf(call, call.length - 1));
            session.link().close();
            try (RawPeer second = again(session.hello(0))) {
                In hello = second.receive().in();
                long received = positionOf(hello);
                assertThat(received).as("what the server has received").isBetween(0L, (long) define.length);
                if (received == 0) {
                    second.send(define);
                }
                second.send(call);
                assertThat(second.answer().type()).isEqualTo(RawPeer.REPLY);
                assertThat(passed).hasValue(1);
                leave(second);
            }
        }
    }

    private static long positionOf(In hello) {
        hello.skip(hello.remaining() - 8);
        return hello.readLong();
    }
}
