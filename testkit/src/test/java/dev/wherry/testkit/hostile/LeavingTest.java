package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls around a GoAway, of a peer that does not heed it. */
class LeavingTest {
    private static final int PASS = 0;
    private static final int BLOCK = 1;
    private static final long GATE = 2;

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

    /** A peer with call 1 under way. */
    private RawPeer calling() throws Exception {
        RawPeer peer = RawPeer.greeted(server.address());
        peer.say(RawPeer.define(PASS, HostileSetUp.Gate.class.getName(), "pass()V"));
        peer.say(RawPeer.define(BLOCK, HostileSetUp.Gate.class.getName(), "block()V"));
        peer.say(RawPeer.call(1, GATE, BLOCK));
        Await.latch(entered);
        return peer;
    }

    private static void assertSaysThatItLeaves(RawPeer peer) throws Exception {
        RawPeer.Frame words = peer.answer();
        assertThat(words.type()).isEqualTo(RawPeer.GOAWAY);
        assertThat(words.in().readByte()).isEqualTo(RawPeer.Reason.CLOSING.ordinal());
    }

    private static void assertAnswers(RawPeer peer, long call) throws Exception {
        RawPeer.Frame answer = peer.answer();
        assertThat(answer.type()).isIn(RawPeer.REPLY, RawPeer.FAILURE);
        assertThat(answer.id()).isEqualTo(call);
    }

    @Test
    void answersACallThatComesAfterItHasSaidThatItLeaves() throws Exception {
        try (RawPeer peer = calling()) {
            Running<Void> closing = Running.start(() -> {
                server.close(Running.LONG);
                return null;
            });
            assertSaysThatItLeaves(peer);
            peer.say(RawPeer.call(2, GATE, PASS));
            assertAnswers(peer, 2);
            leave.countDown();
            assertAnswers(peer, 1);
            peer.say(RawPeer.goAway(RawPeer.Reason.CLOSING));
            peer.hearToTheEnd();
            closing.get();
        }
    }

    @Test
    void answersTheCallsOfAPeerThatHasSaidThatItLeaves() throws Exception {
        try (RawPeer peer = calling()) {
            peer.say(RawPeer.goAway(RawPeer.Reason.CLOSING));
            assertSaysThatItLeaves(peer);
            peer.say(RawPeer.call(2, GATE, PASS));
            assertAnswers(peer, 2);
            leave.countDown();
            assertAnswers(peer, 1);
        }
        Await.until("the session to end", () -> server.statistics().sessions() == 0);
    }
}
