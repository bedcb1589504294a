package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.MORE;
import static dev.wherry.testkit.hostile.RawPeer.REPLY;
import static dev.wherry.testkit.hostile.RawPeer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Answers on a lane that no correct server sends: the lane or the session ends or continues, as docs/protocol.md says.
 */
class BadServerLanesTest extends RawServerSetUp {
    private RawPeer main;

    @Override
    EndpointOptions options() {
        return super.options().toBuilder().lanes(1).build();
    }

    /** Connects and opens a lane, on which calls are then received and answered. */
    @Override
    void connect() throws Exception {
        super.connect();
        main = peer;
        assertContinues();
        assertContinues();
        peer = server.handshake();
        Await.until("the lane to be opened", () -> client.statistics().lanes() == 1);
        assertContinues();
    }

    private Running<Integer> calling() {
        return Running.start(odd::number);
    }

    /** Asserts that the lane has ended and that the main link carries calls. */
    private void assertMainContinues() throws Exception {
        peer.readToEnd();
        Await.until("the lane to end", () -> client.statistics().lanes() == 0);
        peer = main;
        assertThat(receive(RawPeer.CANCEL)).isNotNull();
        assertContinues();
    }

    private void reconnect() throws Exception {
        main.close();
        Await.until("no session", () -> client.statistics().sessions() == 0);
        connect();
    }

    @Test
    void continuesAfterAnUnreadableAnswer() throws Exception {
        for (byte[] body : List.of(new byte[0], new byte[] {-128}, new byte[] {1, 1})) {
            Running<Integer> call = calling();
            peer.send(frame(REPLY, 0, receiveCall(), to -> to.write(body, 0, body.length)));
            assertFails(call, Code.CODEC);
            assertContinues();
        }
        Running<Integer> call = calling();
        peer.send(frame(REPLY, 128, receiveCall(), to -> to.writeByte(0)));
        assertFails(call, Code.CODEC);
        assertContinues();
        assertThat(client.statistics().lanes()).isEqualTo(1);
    }

    @Test
    void endsTheSessionForAnAnswerToAnotherCall() throws Exception {
        for (long off : new long[] {1, -1, 1L << 40}) {
            Running<Integer> call = calling();
            peer.send(RawPeer.reply(receiveCall() + off, to -> to.writeVarInt(7)));
            assertFails(call, Code.UNKNOWN_OUTCOME);
            assertThat(main.goAway()).isEqualTo(RawPeer.Reason.PROTOCOL);
            reconnect();
        }
    }

    @Test
    void endsTheSessionForASecondAnswer() throws Exception {
        Running<Integer> call = calling();
        long id = receiveCall();
        peer.send(RawPeer.reply(id, to -> to.writeVarInt(7)));
        peer.send(RawPeer.reply(id, to -> to.writeVarInt(8)));
        assertThat(call.get()).isEqualTo(7);
        assertFails(calling(), Code.UNKNOWN_OUTCOME);
        assertThat(main.goAway()).isEqualTo(RawPeer.Reason.PROTOCOL);
    }

    @Test
    void endsTheSessionForAFrameThatALaneMustNotCarry() throws Exception {
        for (byte[] bad : List.of(
                frame(RawPeer.PING, 0, 1),
                frame(RawPeer.CANCEL, 0, 1),
                frame(RawPeer.CALL, 0, 1),
                frame(RawPeer.HELLO, 0, 1),
                frame(99, 0, 1),
                schema(LOCATED, "acme.Other"))) {
            Running<Integer> call = calling();
            receiveCall();
            peer.send(bad);
            assertFails(call, Code.UNKNOWN_OUTCOME);
            assertThat(main.goAway()).isEqualTo(RawPeer.Reason.PROTOCOL);
            reconnect();
        }
    }

    @Test
    void endsTheSessionForAnAnswerInFragments() throws Exception {
        for (int flags : List.of(MORE, RawPeer.ABORT)) {
            Running<Integer> call = calling();
            peer.send(frame(REPLY, flags, receiveCall(), to -> to.writeVarInt(7)));
            assertFails(call, Code.UNKNOWN_OUTCOME);
            assertThat(main.goAway()).isEqualTo(RawPeer.Reason.PROTOCOL);
            reconnect();
        }
    }

    @Test
    void continuesOnMainAfterAFrameOfTwoGigabytes() throws Exception {
        Running<Integer> call = calling();
        byte[] reply = RawPeer.reply(receiveCall(), to -> to.writeVarInt(7));
        reply[3] = 0x7f;
        peer.send(reply);
        assertFails(call, Code.UNKNOWN_OUTCOME);
        assertMainContinues();
    }

    @Test
    void continuesOnMainWhenTheLaneEndsWithinAnAnswer() throws Exception {
        int length = RawPeer.reply(0, to -> to.writeVarInt(7)).length;
        for (int cut = 0; cut < length; cut++) {
            Running<Integer> call = calling();
            byte[] reply = RawPeer.reply(receiveCall(), to -> to.writeVarInt(7));
            peer.send(Arrays.copyOf(reply, cut));
            peer.close();
            assertFails(call, Code.UNKNOWN_OUTCOME);
            Await.until("the lane to end", () -> client.statistics().lanes() == 0);
            peer = main;
            assertThat(receive(RawPeer.CANCEL)).isNotNull();
            assertContinues();
            reconnect();
        }
    }

    @Test
    void continuesOnMainAfterAGoAway() throws Exception {
        for (RawPeer.Reason reason : RawPeer.Reason.values()) {
            Running<Integer> call = calling();
            receiveCall();
            peer.send(RawPeer.goAway(reason));
            assertFails(call, Code.UNKNOWN_OUTCOME);
            assertMainContinues();
            reconnect();
        }
    }
}
