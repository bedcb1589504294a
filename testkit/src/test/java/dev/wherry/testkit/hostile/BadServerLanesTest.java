package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.MORE;
import static dev.wherry.testkit.hostile.RawPeer.REPLY;
import static dev.wherry.testkit.hostile.RawPeer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.spi.CodecException;
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
    private RawPeer lane;

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
        lane = server.handshake("compact");
        peer = lane;
        Await.until("the lane to be opened", () -> client.statistics().lanes() == 1);
        assertContinues();
    }

    private Running<Integer> calling() {
        return Running.start(odd::number);
    }

    /** Asserts that the lane has ended, that the client asks for its call's outcome by main, and that main carries calls. */
    private void assertMainAnswers(Running<Integer> call, long id) throws Exception {
        peer.readToEnd();
        assertSettles(call, id);
    }

    private void assertSettles(Running<Integer> call, long id) throws Exception {
        peer = main;
        assertThat(receive(RawPeer.SETTLE).id()).isEqualTo(id);
        Await.until("the lane to end", () -> client.statistics().lanes() == 0);
        peer.send(RawPeer.reply(id, to -> to.writeVarInt(7)));
        assertThat(call.get()).isEqualTo(7);
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
        long id = receiveCall();
        byte[] reply = RawPeer.reply(id, to -> to.writeVarInt(7));
        reply[3] = 0x7f;
        peer.send(reply);
        assertMainAnswers(call, id);
    }

    @Test
    void continuesOnMainWhenTheLaneEndsWithinAnAnswer() throws Exception {
        int length = RawPeer.reply(0, to -> to.writeVarInt(7)).length;
        for (int cut = 0; cut < length; cut++) {
            Running<Integer> call = calling();
            long id = receiveCall();
            peer.send(Arrays.copyOf(RawPeer.reply(id, to -> to.writeVarInt(7)), cut));
            peer.close();
            assertSettles(call, id);
            reconnect();
        }
    }

    @Test
    void continuesOnMainAfterAGoAway() throws Exception {
        for (RawPeer.Reason reason : RawPeer.Reason.values()) {
            Running<Integer> call = calling();
            long id = receiveCall();
            peer.send(RawPeer.goAway(reason));
            assertMainAnswers(call, id);
            reconnect();
        }
    }

    @Test
    void makesACallByMainThatTheServerHasNotReceived() throws Exception {
        Running<Integer> call = calling();
        long id = receiveCall();
        peer.close();
        peer = main;
        assertThat(receive(RawPeer.SETTLE).id()).isEqualTo(id);
        peer.send(frame(RawPeer.FAILURE, 0, id));
        long again = receiveCall();
        assertThat(again >>> 40).as("its lane").isZero();
        peer.send(RawPeer.reply(id, to -> to.writeVarInt(6))); // the call that was made first is settled
        peer.send(RawPeer.reply(again, to -> to.writeVarInt(7)));
        assertThat(call.get()).isEqualTo(7);
        assertContinues();
    }

    @Test
    void doesNotMakeACallAgainWhoseFailureHasNoBody() throws Exception {
        peer = main;
        Running<Integer> call = Running.start(() -> odd.later().join());
        peer.send(frame(RawPeer.FAILURE, 0, receiveCall()));
        assertThat(call.failure()).hasRootCauseInstanceOf(CodecException.class);
        assertContinuesByLane();
    }

    private void assertContinuesByLane() throws Exception {
        peer = lane;
        assertContinues();
    }

    @Test
    void failsIfTheSessionEndsBeforeACallIsSettled() throws Exception {
        Running<Integer> call = calling();
        receiveCall();
        peer.close();
        peer = main;
        receive(RawPeer.SETTLE);
        peer.close();
        assertFails(call, Code.UNKNOWN_OUTCOME);
    }
}
