package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.CALL;
import static dev.wherry.testkit.hostile.RawPeer.MORE;
import static dev.wherry.testkit.hostile.RawPeer.PING;
import static dev.wherry.testkit.hostile.RawPeer.Reason.LIMIT;
import static dev.wherry.testkit.hostile.RawPeer.Reason.PROTOCOL;
import static dev.wherry.testkit.hostile.RawPeer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many frames that are cheap to send: they are ignored or answered, or they end the connection; other peers are not
 * affected.
 */
class FloodsTest extends HostileSetUp {
    private static final int DEFINITIONS = 4096;
    private static final int FLOOD = 50_000;

    private static byte[] times(int count, byte[] frame) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            all.write(frame);
        }
        return all.toByteArray();
    }

    @Test
    void acceptsDefinitionsUpToTheirLimit() throws Exception {
        try (RawPeer peer = handshake()) {
            for (int i = 0; i < DEFINITIONS; i++) {
                peer.send(RawPeer.define(i, "acme.Interface" + i, "method()V"));
            }
            peer.assertAlive();
            peer.send(RawPeer.define(DEFINITIONS, "acme.Interface", "method()V"));
            assertThat(peer.goAway()).isEqualTo(LIMIT);
        }
    }

    @Test
    void limitsTheTotalSizeOfDefinitions() throws Exception {
        try (RawPeer peer = handshake()) {
            byte[] largest = new byte[32_767];
            int sent = 0;
            try {
                for (; sent < DEFINITIONS; sent++) {
                    peer.send(frame(RawPeer.DEFINE, 0, sent, to -> {
                        to.writeByte(2);
                        to.write(largest, 0, largest.length);
                    }));
                }
            } catch (IOException e) {
                // the server has already closed the connection
                assertThat(sent).as("definitions sent before the end").isPositive();
            }
            peer.readToEnd();
        }
    }

    /** Each new lane repeats definitions, as long as a session exists. */
    @Test
    void acceptsARepeatedDefinitionWithEachCall() throws Exception {
        try (RawPeer peer = handshake()) {
            byte[] definition = RawPeer.define(0, Gate.class.getName(), "pass()V");
            byte[] again = times(500, definition);
            for (int i = 1; i <= 50; i++) {
                peer.send(again);
                peer.send(RawPeer.call(i, 2, 0));
                assertThat(peer.answer().type()).isEqualTo(RawPeer.REPLY);
            }
        }
    }

    @Test
    void endsALinkThatRepeatsADefinitionWithoutCalls() throws Exception {
        try (RawPeer peer = handshake()) {
            byte[] again = times(1000, RawPeer.define(0, Gate.class.getName(), "pass()V" + "x".repeat(1000)));
            Await.until("the connection to be closed", () -> !canSend(peer, again));
        }
    }

    @Test
    void endsALinkThatReleasesUnknownObjects() throws Exception {
        for (long object : new long[] {0, 1, 2, 5, -1, Long.MAX_VALUE}) {
            for (int count : new int[] {0, 1, Integer.MAX_VALUE, -1}) {
                try (RawPeer peer = handshake()) {
                    peer.send(frame(RawPeer.RELEASE, 0, object, to -> to.writeSize(count)));
                    assertThat(peer.goAway())
                            .as("object %d, count %d", object, count)
                            .isEqualTo(PROTOCOL);
                }
            }
        }
    }

    @Test
    void ignoresCancelsOfUnknownCalls() throws Exception {
        try (RawPeer peer = handshake()) {
            for (int i = 0; i < FLOOD / 100; i++) {
                peer.send(times(100, frame(RawPeer.CANCEL, 0, i)));
                peer.send(frame(RawPeer.CANCEL, 0, (long) i << 40 | i));
                peer.send(frame(RawPeer.CANCEL, 0, -i));
            }
            peer.assertAlive();
            peer.send(RawPeer.define(0, Gate.class.getName(), "pass()V"));
            peer.send(RawPeer.call(FLOOD, 2, 0));
            assertThat(peer.answer().type()).isEqualTo(RawPeer.REPLY);
        }
    }

    @Test
    void answersEachPingOfAPeerThatReads() throws Exception {
        try (RawPeer peer = handshake()) {
            for (int i = 0; i < FLOOD / 1000; i++) {
                peer.send(times(1000, frame(PING, 0, i)));
                for (int n = 0; n < 1000; n++) {
                    RawPeer.Frame answer = peer.receive();
                    assertThat(answer.type()).isEqualTo(PING);
                    assertThat(answer.id()).isEqualTo(i);
                }
            }
        }
    }

    @Test
    void endsALinkThatSendsPingsAndNeverReads() throws Exception {
        byte[] pings = times(10_000, frame(PING, 0, 1));
        byte[] calls = times(10_000, RawPeer.call(1, 1001, 0));
        for (byte[] flood : new byte[][] {pings, calls}) {
            try (RawPeer peer = handshake()) {
                peer.send(RawPeer.define(0, Gate.class.getName(), "pass()V"));
                Await.until("the connection to be closed", () -> !canSend(peer, flood));
            }
        }
    }

    private static boolean canSend(RawPeer peer, byte[] bytes) {
        try {
            peer.send(bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void limitsTheNumberOfIncompleteMessages() throws Exception {
        try (RawPeer peer = handshake()) {
            for (int i = 1; i <= 1024; i++) {
                peer.send(frame(CALL, MORE, i, to -> to.writeByte(0)));
            }
            peer.assertAlive();
            peer.send(frame(CALL, MORE, 1025, to -> to.writeByte(0)));
            assertThat(peer.goAway()).isEqualTo(LIMIT);
        }
    }

    @Test
    void releasesAbortedMessages() throws Exception {
        try (RawPeer peer = handshake()) {
            for (int i = 1; i <= 5000; i++) {
                peer.send(frame(CALL, MORE, i, to -> to.write(new byte[1000], 0, 1000)));
                peer.send(frame(CALL, RawPeer.ABORT, i));
            }
            peer.assertAlive();
        }
    }

    @Test
    void endsAnIdleSessionWhoseMessageNeverEnds() throws Exception {
        Endpoint impatient = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0",
                EndpointOptions.builder()
                        .limits(LIMITS.toBuilder()
                                .idleTime(Duration.ofMillis(300))
                                .build())
                        .build()));
        try (RawPeer peer = RawPeer.handshake(impatient.address())) {
            peer.send(frame(CALL, MORE, 1, to -> to.writeByte(0)));
            assertThat(peer.goAway()).isEqualTo(RawPeer.Reason.IDLE);
        }
    }

    /** Such a frame has 10 s to be completed. */
    @Tag("long")
    @Test
    void endsALinkWhoseFrameNeverEnds() throws Exception {
        try (RawPeer peer = handshake()) {
            peer.send(Arrays.copyOf(RawPeer.call(1, 2, 0), 9));
            assertThat(peer.goAway()).isEqualTo(RawPeer.Reason.IDLE);
        }
    }
}
