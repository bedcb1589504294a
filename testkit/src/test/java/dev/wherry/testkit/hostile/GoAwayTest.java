package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.Reason.CLOSING;
import static dev.wherry.testkit.hostile.RawPeer.Reason.DRAINED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls around a GoAway frame of a peer that ignores it or has not yet read it. */
class GoAwayTest {
    private static final int PASS = 0;
    private static final int BLOCK = 1;
    private static final long GATE = 2;

    private static final int ONE_WAY = 8;
    private static final int ORDERED = 32;
    private static final long FIRST_OF_LANE = (1L << 40) + 1;

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch leave = new CountDownLatch(1);
    private Endpoint server;

    @BeforeEach
    void serve() {
        server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        server.bind("gate", HostileSetUp.Gate.class, new HostileSetUp.Gate() {
            @Override
            public void pass() {}

            @Override
            public void block() throws InterruptedException {
                entered.countDown();
                Await.latch(leave);
            }
        });
    }

    /** Connects a peer with call 1 in flight. */
    private RawPeer calling() throws Exception {
        RawPeer peer = RawPeer.handshake(server.address());
        peer.send(RawPeer.define(PASS, HostileSetUp.Gate.class.getName(), "pass()V"));
        peer.send(RawPeer.define(BLOCK, HostileSetUp.Gate.class.getName(), "block()V"));
        peer.send(RawPeer.call(1, GATE, BLOCK));
        Await.latch(entered);
        return peer;
    }

    private static void assertReceives(RawPeer peer, RawPeer.Reason... words) throws Exception {
        for (RawPeer.Reason word : words) {
            RawPeer.Frame heard = peer.answer();
            assertThat(heard.type()).isEqualTo(RawPeer.GOAWAY);
            assertThat(heard.in().readByte()).isEqualTo(word.ordinal());
        }
    }

    private Running<Void> closing() {
        return Running.start(() -> {
            server.close(Running.LONG);
            return null;
        });
    }

    private static void assertAnswers(RawPeer peer, long call) throws Exception {
        RawPeer.Frame answer = peer.answer();
        assertThat(answer.type()).isIn(RawPeer.REPLY, RawPeer.FAILURE);
        assertThat(answer.id()).isEqualTo(call);
    }

    @Test
    void answersACallReceivedAfterItsGoAway() throws Exception {
        try (RawPeer peer = calling()) {
            Running<Void> closing = closing();
            assertReceives(peer, CLOSING, DRAINED);
            peer.send(RawPeer.call(2, GATE, PASS));
            assertAnswers(peer, 2);
            leave.countDown();
            assertAnswers(peer, 1);
            peer.send(RawPeer.goAway(DRAINED));
            peer.readToEnd();
            closing.get();
        }
    }

    @Test
    void runsOneWayAndOrderedCallsReceivedAfterItsGoAway() throws Exception {
        try (RawPeer peer = calling()) {
            Running<Void> closing = closing();
            assertReceives(peer, CLOSING, DRAINED);
            peer.send(RawPeer.frame(RawPeer.CALL, ONE_WAY, 2, to -> writeCall(to, PASS)));
            RawPeer.Frame credit = peer.answer();
            assertThat(credit.type()).isEqualTo(RawPeer.CREDIT);
            assertThat(credit.in().readSize()).isEqualTo(1);
            peer.send(RawPeer.frame(RawPeer.CALL, ORDERED, 3, to -> {
                to.writeLongSize(1);
                writeCall(to, PASS);
            }));
            assertAnswers(peer, 3);
            leave.countDown();
            assertAnswers(peer, 1);
            peer.send(RawPeer.goAway(DRAINED));
            peer.assertEnded();
            closing.get();
        }
    }

    @Test
    void answersACallReceivedByALaneAfterItsGoAway() throws Exception {
        try (RawPeer peer = new RawPeer(server.address());
                RawPeer lane = new RawPeer(server.address())) {
            peer.send(RawPeer.PREAMBLE);
            peer.send(RawPeer.hello(0, 0, 0));
            peer.receivePreamble();
            In hello = peer.receive().in();
            lane.send(RawPeer.PREAMBLE);
            lane.send(RawPeer.hello(1, hello.readLong(), hello.readLong()));
            lane.receivePreamble();
            assertThat(lane.receive().type()).isEqualTo(RawPeer.HELLO);
            lane.send(RawPeer.define(PASS, HostileSetUp.Gate.class.getName(), "pass()V"));
            Running<Void> closing = closing();
            assertReceives(peer, CLOSING, DRAINED);
            for (long call = FIRST_OF_LANE; call < FIRST_OF_LANE + 3; call++) {
                lane.send(RawPeer.call(call, GATE, PASS));
                assertAnswers(lane, call);
            }
            assertThat(closing.isDone()).isFalse();
            peer.send(RawPeer.goAway(DRAINED));
            peer.assertEnded();
            closing.get();
        }
    }

    /** The other peers are waited for no longer than that. */
    @Test
    void endsAPeerThatNeverSaysThatItIsDone() throws Exception {
        try (RawPeer peer = RawPeer.handshake(server.address())) {
            server.close(Duration.ofMillis(100));
            assertReceives(peer, CLOSING, DRAINED);
            peer.assertEnded();
        }
    }

    private static void writeCall(Out to, int method) {
        to.writeLongSize(GATE);
        to.writeSize(method);
        to.writeLongSize(30_000);
        to.writeLongSize(0);
        to.writeSize(0);
    }

    /** Both sides send GoAway before they receive that of the other. */
    @Test
    void answersACallInFlightWhenBothSendGoAway() throws Exception {
        try (RawPeer peer = calling()) {
            leave.countDown();
            assertAnswers(peer, 1);
            Running<Void> closing = closing();
            assertReceives(peer, CLOSING, DRAINED);
            peer.send(RawPeer.goAway(CLOSING));
            peer.assertAlive();
            Await.until( // a faulty server would close the session instead
                    "the close to wait again",
                    () -> closing.isDone()
                            || closing.thread().getState() == Thread.State.WAITING
                            || closing.thread().getState() == Thread.State.TIMED_WAITING);
            assertThat(closing.isDone()).isFalse();
            peer.send(RawPeer.call(2, GATE, PASS));
            assertAnswers(peer, 2);
            peer.send(RawPeer.goAway(DRAINED));
            peer.assertEnded();
            closing.get();
        }
    }

    @Test
    void answersTheCallsOfAPeerThatHasSentGoAway() throws Exception {
        try (RawPeer peer = calling()) {
            peer.send(RawPeer.goAway(CLOSING));
            assertReceives(peer, DRAINED);
            peer.send(RawPeer.call(2, GATE, PASS));
            assertAnswers(peer, 2);
            leave.countDown();
            assertAnswers(peer, 1);
        }
        Await.until("the session to end", () -> server.statistics().sessions() == 0);
    }
}
