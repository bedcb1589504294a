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

/** Much of what is cheap to send: it is ignored, answered, or ends the connection, and costs nobody else anything. */
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
    void takesAsManyDefinitionsAsThereAreNumbersAndNotOneMore() throws Exception {
        try (RawPeer peer = greeted()) {
            for (int i = 0; i < DEFINITIONS; i++) {
                peer.say(RawPeer.define(i, "acme.Interface" + i, "method()V"));
            }
            peer.assertAlive();
            peer.say(RawPeer.define(DEFINITIONS, "acme.Interface", "method()V"));
            assertThat(peer.goAway()).isEqualTo(LIMIT);
        }
    }

    @Test
    void endsALinkWhoseDefinitionsAreTooLargeTogether() throws Exception {
        try (RawPeer peer = greeted()) {
            byte[] largest = new byte[32_767];
            int said = 0;
            try {
                for (; said < DEFINITIONS; said++) {
                    peer.say(frame(RawPeer.DEFINE, 0, said, to -> {
                        to.writeByte(2);
                        to.write(largest, 0, largest.length);
                    }));
                }
            } catch (IOException e) {
                assertThat(said).as("definitions said before the end").isPositive(); // it has gone already
            }
            peer.hearToTheEnd();
        }
    }

    /** As every new lane does, for as long as a session lasts. */
    @Test
    void takesADefinitionAgainWithEachCall() throws Exception {
        try (RawPeer peer = greeted()) {
            byte[] definition = RawPeer.define(0, Gate.class.getName(), "pass()V");
            byte[] again = times(500, definition);
            for (int i = 1; i <= 50; i++) {
                peer.say(again);
                peer.say(RawPeer.call(i, 2, 0));
                assertThat(peer.answer().type()).isEqualTo(RawPeer.REPLY);
            }
        }
    }

    @Test
    void endsALinkThatRepeatsADefinitionAndCallsNothing() throws Exception {
        try (RawPeer peer = greeted()) {
            byte[] again = times(1000, RawPeer.define(0, Gate.class.getName(), "pass()V" + "x".repeat(1000)));
            Await.until("it to be cut off", () -> !says(peer, again));
        }
    }

    @Test
    void endsALinkThatReleasesWhatWasNeverSent() throws Exception {
        for (long object : new long[] {0, 1, 2, 5, -1, Long.MAX_VALUE}) {
            for (int count : new int[] {0, 1, Integer.MAX_VALUE, -1}) {
                try (RawPeer peer = greeted()) {
                    peer.say(frame(RawPeer.RELEASE, 0, object, to -> to.writeSize(count)));
                    assertThat(peer.goAway())
                            .as("object %d, count %d", object, count)
                            .isEqualTo(PROTOCOL);
                }
            }
        }
    }

    @Test
    void ignoresCancelsOfCallsThatAreNot() throws Exception {
        try (RawPeer peer = greeted()) {
            for (int i = 0; i < FLOOD / 100; i++) {
                peer.say(times(100, frame(RawPeer.CANCEL, 0, i)));
                peer.say(frame(RawPeer.CANCEL, 0, (long) i << 40 | i));
                peer.say(frame(RawPeer.CANCEL, 0, -i));
            }
            peer.assertAlive();
            peer.say(RawPeer.define(0, Gate.class.getName(), "pass()V"));
            peer.say(RawPeer.call(FLOOD, 2, 0));
            assertThat(peer.answer().type()).isEqualTo(RawPeer.REPLY);
        }
    }

    @Test
    void answersEachPingOfAPeerThatReads() throws Exception {
        try (RawPeer peer = greeted()) {
            for (int i = 0; i < FLOOD / 1000; i++) {
                peer.say(times(1000, frame(PING, 0, i)));
                for (int n = 0; n < 1000; n++) {
                    RawPeer.Frame answer = peer.hear();
                    assertThat(answer.type()).isEqualTo(PING);
                    assertThat(answer.id()).isEqualTo(i);
                }
            }
        }
    }

    @Test
    void endsALinkThatAsksAndNeverReads() throws Exception {
        byte[] pings = times(10_000, frame(PING, 0, 1));
        byte[] calls = times(10_000, RawPeer.call(1, 1001, 0));
        for (byte[] flood : new byte[][] {pings, calls}) {
            try (RawPeer peer = greeted()) {
                peer.say(RawPeer.define(0, Gate.class.getName(), "pass()V"));
                Await.until("it to be cut off", () -> !says(peer, flood));
            }
        }
    }

    private static boolean says(RawPeer peer, byte[] bytes) {
        try {
            peer.say(bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void endsALinkThatBeginsMessagesAndNeverEndsThem() throws Exception {
        try (RawPeer peer = greeted()) {
            for (int i = 1; i <= 1024; i++) {
                peer.say(frame(CALL, MORE, i, to -> to.writeByte(0)));
            }
            peer.assertAlive();
            peer.say(frame(CALL, MORE, 1025, to -> to.writeByte(0)));
            assertThat(peer.goAway()).isEqualTo(LIMIT);
        }
    }

    @Test
    void letsGoOfMessagesThatAreGivenUp() throws Exception {
        try (RawPeer peer = greeted()) {
            for (int i = 1; i <= 5000; i++) {
                peer.say(frame(CALL, MORE, i, to -> to.write(new byte[1000], 0, 1000)));
                peer.say(frame(CALL, RawPeer.ABORT, i));
            }
            peer.assertAlive();
        }
    }

    @Test
    void endsAnIdleSessionWhoseMessageNeverEnds() throws Exception {
        Endpoint hasty = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0",
                EndpointOptions.builder()
                        .limits(LIMITS.toBuilder()
                                .idleTime(Duration.ofMillis(300))
                                .build())
                        .build()));
        try (RawPeer peer = RawPeer.greeted(hasty.address())) {
            peer.say(frame(CALL, MORE, 1, to -> to.writeByte(0)));
            assertThat(peer.goAway()).isEqualTo(RawPeer.Reason.IDLE);
        }
    }

    /** The time that is given to it is 10 s. */
    @Tag("long")
    @Test
    void endsALinkWhoseFrameNeverEnds() throws Exception {
        try (RawPeer peer = greeted()) {
            peer.say(Arrays.copyOf(RawPeer.call(1, 2, 0), 9));
            assertThat(peer.goAway()).isEqualTo(RawPeer.Reason.IDLE);
        }
    }
}
