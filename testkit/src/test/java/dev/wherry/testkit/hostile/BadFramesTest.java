package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.CALL;
import static dev.wherry.testkit.hostile.RawPeer.DEFINE;
import static dev.wherry.testkit.hostile.RawPeer.MORE;
import static dev.wherry.testkit.hostile.RawPeer.PING;
import static dev.wherry.testkit.hostile.RawPeer.Reason.LIMIT;
import static dev.wherry.testkit.hostile.RawPeer.Reason.PROTOCOL;
import static dev.wherry.testkit.hostile.RawPeer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Frames that no correct peer sends, on a main link after the handshake. */
class BadFramesTest extends HostileSetUp {
    @Test
    void endsALinkWithAnUnknownFrameType() throws Exception {
        for (int type : List.of(0, 99, 100, 255)) {
            try (RawPeer peer = handshake()) {
                peer.send(frame(type, 0, 1));
                assertThat(peer.goAway()).isEqualTo(PROTOCOL);
            }
        }
    }

    @Test
    void endsALinkWithAFlagThatTheTypeDoesNotCarry() throws Exception {
        for (byte[] bad : List.of(
                frame(PING, 1, 1),
                frame(PING, 128, 1),
                frame(CALL, 64, 1),
                frame(6, 8, 1),
                frame(DEFINE, 1, 0),
                frame(RawPeer.SETTLE, 64, 1))) {
            try (RawPeer peer = handshake()) {
                peer.send(bad);
                assertThat(peer.goAway()).isEqualTo(PROTOCOL);
            }
        }
    }

    @Test
    void endsALinkWithAnInvalidLength() throws Exception {
        for (int length : List.of(0, 1, 9, Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 65_536 + 11, 200_000)) {
            try (RawPeer peer = handshake()) {
                byte[] bad = frame(PING, 0, 1);
                bad[0] = (byte) length;
                bad[1] = (byte) (length >> 8);
                bad[2] = (byte) (length >> 16);
                bad[3] = (byte) (length >> 24);
                peer.send(bad);
                assertThat(peer.goAway()).isIn(PROTOCOL, LIMIT);
            }
        }
    }

    @Test
    void endsALinkWithASecondHello() throws Exception {
        try (RawPeer peer = handshake()) {
            peer.send(RawPeer.hello(0, 0, 0));
            assertThat(peer.goAway()).isEqualTo(PROTOCOL);
        }
    }

    @Test
    void endsALinkWithAMessageOverTheLimitBeforeItIsComplete() throws Exception {
        try (RawPeer peer = handshake()) {
            for (int i = 0; i < 5; i++) {
                peer.send(frame(CALL, MORE, 1, to -> to.write(new byte[60_000], 0, 60_000)));
            }
            assertThat(peer.goAway()).isEqualTo(LIMIT);
        }
    }

    @Test
    void endsALinkWithTooManyMessagesInFragments() throws Exception {
        try (RawPeer peer = handshake()) {
            byte[] most = new byte[60_000];
            for (int i = 1; i <= 1000; i++) {
                try {
                    peer.send(frame(CALL, MORE, i, to -> to.write(most, 0, most.length)));
                } catch (java.io.IOException e) {
                    break; // the server has already closed the link and sent the reason
                }
            }
            peer.readToEnd();
        }
    }

    @Test
    void endsALinkThatChangesADefinition() throws Exception {
        try (RawPeer peer = handshake()) {
            peer.send(RawPeer.define(0, Gate.class.getName(), "pass()V"));
            peer.send(RawPeer.define(0, Gate.class.getName(), "pass()V"));
            peer.assertAlive();
            peer.send(RawPeer.define(0, Gate.class.getName(), "block()V"));
            assertThat(peer.goAway()).isEqualTo(PROTOCOL);
        }
    }

    @Test
    void endsALinkWithInvalidDefinitions() throws Exception {
        for (byte[] bad : List.of(
                RawPeer.define(4096, "a.B", "c()V"),
                frame(DEFINE, 0, -1, to -> to.writeByte(0)),
                frame(DEFINE, 0, 0, to -> to.writeByte(9)),
                frame(DEFINE, 0, 0),
                frame(DEFINE, 0, 0, to -> {
                    to.writeByte(2);
                    to.write(new byte[33_000], 0, 33_000);
                }))) {
            try (RawPeer peer = handshake()) {
                peer.send(bad);
                assertThat(peer.goAway()).isIn(PROTOCOL, LIMIT);
            }
        }
    }

    @Test
    void endsALinkThatReleasesMoreThanItHolds() throws Exception {
        for (byte[] bad : List.of(
                frame(RawPeer.RELEASE, 0, 5, to -> to.writeSize(1)),
                frame(RawPeer.RELEASE, 0, 2, to -> to.writeSize(1)),
                frame(RawPeer.RELEASE, 0, 0, to -> to.writeSize(-1)),
                frame(RawPeer.CREDIT, 0, 0, to -> to.writeSize(7)))) {
            try (RawPeer peer = handshake()) {
                peer.send(bad);
                assertThat(peer.goAway()).isEqualTo(PROTOCOL);
            }
        }
    }

    @Test
    void endsALinkThatSettlesCallsOfMainOrOfLanesThatWereNeverOpened() throws Exception {
        for (long id : new long[] {0, 1, 1L << 40, (5L << 40) + 1, -1, Long.MIN_VALUE}) {
            try (RawPeer peer = handshake()) {
                peer.send(frame(RawPeer.SETTLE, 0, id));
                assertThat(peer.goAway()).isEqualTo(PROTOCOL);
            }
        }
    }

    @Test
    void endsALinkWithTruncatedBodies() throws Exception {
        byte[] whole = RawPeer.call(1, 2, 0);
        for (int length = 14; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            cut[0] = (byte) (length - 4);
            try (RawPeer peer = handshake()) {
                peer.send(RawPeer.define(0, Gate.class.getName(), "pass()V"));
                peer.send(cut);
                RawPeer.Frame answer = peer.answer();
                assertThat(answer.type()).isIn(RawPeer.FAILURE, RawPeer.GOAWAY);
            }
        }
    }

    @Test
    void ignoresACancelAndAnAnswerForAnUnknownCall() throws Exception {
        try (RawPeer peer = handshake()) {
            peer.send(frame(RawPeer.CANCEL, 0, 77));
            peer.send(frame(RawPeer.CANCEL, 0, 3L << 40));
            peer.send(frame(RawPeer.REPLY, 0, 77, to -> to.writeByte(0)));
            peer.assertAlive();
        }
    }
}
