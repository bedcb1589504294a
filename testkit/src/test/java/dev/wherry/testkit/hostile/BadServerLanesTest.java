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

/** Answers on a lane that cannot be: the lane ends or goes on, the session too, as the page has it. */
class BadServerLanesTest extends RawServerSetUp {
    private RawPeer main;

    @Override
    EndpointOptions options() {
        return super.options().toBuilder().lanes(1).build();
    }

    /** From now on it is the lane where calls are heard and answered. */
    @Override
    void connect() throws Exception {
        super.connect();
        main = peer;
        assertGoesOn();
        assertGoesOn();
        peer = server.greeted();
        Await.until("the lane", () -> client.statistics().lanes() == 1);
        assertGoesOn();
    }

    private Running<Integer> calling() {
        return Running.start(odd::number);
    }

    /** The lane has ended, and main carries on. */
    private void assertMainGoesOn() throws Exception {
        peer.hearToTheEnd();
        Await.until("the lane to end", () -> client.statistics().lanes() == 0);
        peer = main;
        assertThat(heard(RawPeer.CANCEL)).isNotNull();
        assertGoesOn();
    }

    private void reconnect() throws Exception {
        main.close();
        Await.until("no session", () -> client.statistics().sessions() == 0);
        connect();
    }

    @Test
    void goesOnAfterAnAnswerThatCannotBeRead() throws Exception {
        for (byte[] body : List.of(new byte[0], new byte[] {-128}, new byte[] {1, 1})) {
            Running<Integer> call = calling();
            peer.say(frame(REPLY, 0, heardCall(), to -> to.write(body, 0, body.length)));
            assertFails(call, Code.CODEC);
            assertGoesOn();
        }
        Running<Integer> call = calling();
        peer.say(frame(REPLY, 128, heardCall(), to -> to.writeByte(0)));
        assertFails(call, Code.CODEC);
        assertGoesOn();
        assertThat(client.statistics().lanes()).isEqualTo(1);
    }

    @Test
    void endsTheSessionForAnAnswerToAnotherCall() throws Exception {
        for (long off : new long[] {1, -1, 1L << 40}) {
            Running<Integer> call = calling();
            peer.say(RawPeer.reply(heardCall() + off, to -> to.writeVarInt(7)));
            assertFails(call, Code.UNKNOWN_OUTCOME);
            assertThat(main.goAway()).isEqualTo(RawPeer.Reason.PROTOCOL);
            reconnect();
        }
    }

    @Test
    void endsTheSessionForASecondAnswer() throws Exception {
        Running<Integer> call = calling();
        long id = heardCall();
        peer.say(RawPeer.reply(id, to -> to.writeVarInt(7)));
        peer.say(RawPeer.reply(id, to -> to.writeVarInt(8)));
        assertThat(call.get()).isEqualTo(7);
        assertFails(calling(), Code.UNKNOWN_OUTCOME);
        assertThat(main.goAway()).isEqualTo(RawPeer.Reason.PROTOCOL);
    }

    @Test
    void endsTheSessionForWhatALaneDoesNotCarry() throws Exception {
        for (byte[] bad : List.of(
                frame(RawPeer.PING, 0, 1),
                frame(RawPeer.CANCEL, 0, 1),
                frame(RawPeer.CALL, 0, 1),
                frame(RawPeer.HELLO, 0, 1),
                frame(99, 0, 1),
                schema(LOCATED, "acme.Other"))) {
            Running<Integer> call = calling();
            heardCall();
            peer.say(bad);
            assertFails(call, Code.UNKNOWN_OUTCOME);
            assertThat(main.goAway()).isEqualTo(RawPeer.Reason.PROTOCOL);
            reconnect();
        }
    }

    @Test
    void endsTheSessionForAnAnswerInFragments() throws Exception {
        for (int flags : List.of(MORE, RawPeer.ABORT)) {
            Running<Integer> call = calling();
            peer.say(frame(REPLY, flags, heardCall(), to -> to.writeVarInt(7)));
            assertFails(call, Code.UNKNOWN_OUTCOME);
            assertThat(main.goAway()).isEqualTo(RawPeer.Reason.PROTOCOL);
            reconnect();
        }
    }

    @Test
    void goesOnByMainAfterAFrameOfTwoGigabytes() throws Exception {
        Running<Integer> call = calling();
        byte[] reply = RawPeer.reply(heardCall(), to -> to.writeVarInt(7));
        reply[3] = 0x7f;
        peer.say(reply);
        assertFails(call, Code.UNKNOWN_OUTCOME);
        assertMainGoesOn();
    }

    @Test
    void goesOnByMainWhenTheLaneEndsAnywhereInAnAnswer() throws Exception {
        int length = RawPeer.reply(0, to -> to.writeVarInt(7)).length;
        for (int cut = 0; cut < length; cut++) {
            Running<Integer> call = calling();
            byte[] reply = RawPeer.reply(heardCall(), to -> to.writeVarInt(7));
            peer.say(Arrays.copyOf(reply, cut));
            peer.close();
            assertFails(call, Code.UNKNOWN_OUTCOME);
            Await.until("the lane to end", () -> client.statistics().lanes() == 0);
            peer = main;
            assertThat(heard(RawPeer.CANCEL)).isNotNull();
            assertGoesOn();
            reconnect();
        }
    }

    @Test
    void goesOnByMainAfterAGoAway() throws Exception {
        for (RawPeer.Reason reason : RawPeer.Reason.values()) {
            Running<Integer> call = calling();
            heardCall();
            peer.say(RawPeer.goAway(reason));
            assertFails(call, Code.UNKNOWN_OUTCOME);
            assertMainGoesOn();
            reconnect();
        }
    }
}
