package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.PeerEnd;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The reasons that listeners for the end of a connection get if the peer is not a Wherry endpoint, or a broken one. */
class PeerEndsTest {
    private static final long GATE = 2;

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final BlockingQueue<PeerEnd> ends = new LinkedBlockingQueue<>();
    private Endpoint server;

    @BeforeEach
    void serve() {
        server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        server.bind("gate", HostileSetUp.Gate.class, new HostileSetUp.Gate() {
            @Override
            public void pass() {
                Calls.caller().orElseThrow().onEnd(ends::add);
            }

            @Override
            public void block() {
                throw new UnsupportedOperationException();
            }
        });
    }

    /** Connects a peer whose end is listened for. */
    private RawPeer calling() throws Exception {
        RawPeer peer = RawPeer.handshake(server.address());
        peer.send(RawPeer.define(0, HostileSetUp.Gate.class.getName(), "pass()V"));
        peer.send(RawPeer.call(1, GATE, 0));
        assertThat(peer.answer().type()).isEqualTo(RawPeer.REPLY);
        return peer;
    }

    private void assertEnds(PeerEnd.Reason reason) throws Exception {
        PeerEnd told = ends.poll(Running.LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(told).isNotNull();
        assertThat(told.reason()).as("%s", told).isEqualTo(reason);
        assertThat(ends).as("notified once").isEmpty();
    }

    @Test
    void areARefusalIfThePeerBreaksTheProtocol() throws Exception {
        try (RawPeer peer = calling()) {
            peer.send(RawPeer.frame(RawPeer.RELEASE, 0, 77, to -> to.writeSize(1)));
            assertThat(peer.goAway()).isEqualTo(RawPeer.Reason.PROTOCOL);
        }
        assertEnds(PeerEnd.Reason.REFUSED);
    }

    /** CLOSING and DRAINED announce the end, which is that of the stream. */
    @ParameterizedTest
    @CsvSource({
        "CLOSING, LEFT",
        "DRAINED, LEFT",
        "PROTOCOL, REFUSED",
        "VERSION, REFUSED",
        "LIMIT, REFUSED",
        "REFUSED, REFUSED",
        "UNKNOWN_SESSION, EXPIRED",
        "RESTARTED, RESTARTED",
        "IDLE, EXPIRED"
    })
    void areWhatThePeerSays(RawPeer.Reason sent, PeerEnd.Reason expected) throws Exception {
        try (RawPeer peer = calling()) {
            peer.send(RawPeer.goAway(sent));
        }
        assertEnds(expected);
    }

    @Test
    void areADeathIfThePeerSaysNothing() throws Exception {
        calling().close();
        assertEnds(PeerEnd.Reason.DIED);
    }
}
