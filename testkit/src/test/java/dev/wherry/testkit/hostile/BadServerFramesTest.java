package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.FAILURE;
import static dev.wherry.testkit.hostile.RawPeer.MORE;
import static dev.wherry.testkit.hostile.RawPeer.PING;
import static dev.wherry.testkit.hostile.RawPeer.REPLY;
import static dev.wherry.testkit.hostile.RawPeer.Reason.CLOSING;
import static dev.wherry.testkit.hostile.RawPeer.Reason.DRAINED;
import static dev.wherry.testkit.hostile.RawPeer.Reason.LIMIT;
import static dev.wherry.testkit.hostile.RawPeer.Reason.PROTOCOL;
import static dev.wherry.testkit.hostile.RawPeer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Calls;
import dev.wherry.Peer;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Watcher;
import java.io.IOException;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Frames that no correct server sends: the session ends, its callers get a failure, and the next session works. */
class BadServerFramesTest extends RawServerSetUp {
    /** Asserts that these bytes, sent during a call, end the session. */
    private void assertRefuses(byte[] bad, RawPeer.Reason... why) throws Exception {
        Running<Integer> call = Running.start(odd::number);
        receiveCall();
        peer.send(bad);
        assertThat(assertFails(call, Code.UNKNOWN_OUTCOME)).hasMessageContaining(server.address());
        assertEndsAndReconnects(why);
    }

    private static byte[] length(int length) {
        byte[] bad = frame(REPLY, 0, 1);
        bad[0] = (byte) length;
        bad[1] = (byte) (length >> 8);
        bad[2] = (byte) (length >> 16);
        bad[3] = (byte) (length >> 24);
        return bad;
    }

    @Test
    void refusesUnknownTypesAndFlags() throws Exception {
        for (byte[] bad : List.of(
                frame(0, 0, 1),
                frame(99, 0, 1),
                frame(255, 0, 1),
                frame(REPLY, 8, 1),
                frame(FAILURE, 64, 1),
                frame(PING, 1, 1))) {
            assertRefuses(bad, PROTOCOL);
        }
    }

    @Test
    void refusesInvalidLengths() throws Exception {
        for (int length : List.of(0, 9, Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 65_536 + 11)) {
            assertRefuses(length(length), LIMIT);
        }
    }

    @Test
    void refusesAnAnswerOverTheLimitBeforeItIsComplete() throws Exception {
        Running<Integer> call = Running.start(odd::number);
        long id = receiveCall();
        for (int i = 0; i < 4; i++) {
            peer.send(frame(REPLY, MORE, id, to -> to.write(new byte[60_000], 0, 60_000)));
        }
        assertFails(call, Code.UNKNOWN_OUTCOME);
        assertEndsAndReconnects(LIMIT);
    }

    @Test
    void refusesASecondHello() throws Exception {
        assertRefuses(RawPeer.hello(0, 1, 2), PROTOCOL);
    }

    @Test
    void refusesInvalidDefinitions() throws Exception {
        for (byte[] bad : List.of(
                schema(LOCATED, "acme.Other"),
                RawPeer.define(LOCATED, "acme.Other", "number()I"),
                RawPeer.define(4096, "acme.Other", "number()I"),
                frame(RawPeer.DEFINE, 0, -1, to -> to.writeByte(0)),
                frame(RawPeer.DEFINE, 0, FREE, to -> to.writeByte(9)),
                frame(RawPeer.DEFINE, 0, FREE))) {
            assertRefuses(bad, PROTOCOL, LIMIT);
        }
    }

    @Test
    void refusesCreditsThatWereNotDue() throws Exception {
        for (int count : List.of(0, 1, Integer.MAX_VALUE, -1)) {
            assertRefuses(frame(RawPeer.CREDIT, 0, 0, to -> to.writeSize(count)), PROTOCOL);
        }
        odd.ring();
        receiveCall();
        assertRefuses(frame(RawPeer.CREDIT, 0, 0, to -> to.writeSize(2)), PROTOCOL);
        odd.ring();
        receiveCall();
        peer.send(frame(RawPeer.CREDIT, 0, 0, to -> to.writeSize(1)));
        assertContinues();
    }

    @Test
    void refusesToSettleCalls() throws Exception {
        for (long id : new long[] {0, 1, (1L << 40) + 1, -1}) {
            assertRefuses(frame(RawPeer.SETTLE, 0, id), PROTOCOL);
        }
    }

    @Test
    void refusesReleasesOfUnknownObjects() throws Exception {
        for (long object : new long[] {0, 1, 2, Long.MAX_VALUE}) {
            assertRefuses(frame(RawPeer.RELEASE, 0, object, to -> to.writeSize(1)), PROTOCOL);
        }
    }

    @Test
    void refusesToReleaseMoreThanWasSent() throws Exception {
        Watcher mine = number -> number;
        Running<Integer> call = Running.start(() -> odd.keep(mine));
        receiveCall();
        assertThat(client.statistics().exports()).isEqualTo(1);
        peer.send(frame(RawPeer.RELEASE, 0, 1, to -> to.writeSize(2)));
        assertFails(call, Code.UNKNOWN_OUTCOME);
        assertEndsAndReconnects(PROTOCOL);
        assertThat(client.statistics().exports()).isZero();
    }

    @Test
    void endsWithoutFurtherFramesAfterAGoAway() throws Exception {
        for (RawPeer.Reason reason : RawPeer.Reason.values()) {
            if (reason != CLOSING && reason != DRAINED) {
                Running<Integer> call = Running.start(odd::number);
                long id = receiveCall();
                peer.send(RawPeer.goAway(reason));
                assertThat(assertFails(call, Code.UNKNOWN_OUTCOME)).hasMessageContaining("sent by a test");
                peer.assertEnded();
                sendIgnoringAClosedSocket(RawPeer.reply(id, to -> to.writeVarInt(7)));
                connect();
                assertContinues();
            }
        }
        assertRefuses(frame(RawPeer.GOAWAY, 0, 0, to -> to.writeByte(77)), PROTOCOL);
        assertRefuses(frame(RawPeer.GOAWAY, 0, 0, to -> to.writeByte(CLOSING.ordinal())), PROTOCOL);
    }

    private void sendIgnoringAClosedSocket(byte[] bytes) {
        try {
            peer.send(bytes);
        } catch (IOException e) {
            assertThat(e).isInstanceOf(SocketException.class); // the client has closed the connection, as expected
        }
    }

    @Test
    void acceptsAnAnswerAfterAnOrderlyGoAwayAndReconnects() throws Exception {
        Running<Integer> call = Running.start(odd::number);
        long id = receiveCall();
        peer.send(RawPeer.goAway(CLOSING));
        RawPeer leaving = peer;
        Odd stale = odd;
        Peer known = Calls.peer(stale).orElseThrow();
        Await.until("the client to notice the GoAway", () -> !known.isOpen());
        assertFails(Running.start(known::ping), Code.UNAVAILABLE);
        connect();
        assertThat(answered(odd::number, to -> to.writeVarInt(42)).get()).isEqualTo(42);
        leaving.send(RawPeer.reply(id, to -> to.writeVarInt(7)));
        assertThat(call.get()).isEqualTo(7);
        RawPeer.Frame words = leaving.answer();
        assertThat(words.type()).isEqualTo(RawPeer.GOAWAY);
        assertThat(words.in().readByte()).isEqualTo(DRAINED.ordinal());
        leaving.close();
        Await.until("one session left", () -> client.statistics().sessions() == 1);
        assertContinues();
    }

    @Test
    void failsIfTheConnectionClosesWithinAnAnswer() throws Exception {
        byte[] whole = RawPeer.reply(0, to -> to.writeVarInt(7));
        for (int length = 0; length < whole.length; length++) {
            Running<Integer> call = Running.start(odd::number);
            byte[] reply = RawPeer.reply(receiveCall(), to -> to.writeVarInt(7));
            peer.send(Arrays.copyOf(reply, length));
            peer.close();
            assertFails(call, Code.UNKNOWN_OUTCOME);
            connect();
        }
        assertContinues();
    }

    /** Each call ends with a value or with an exception of Wherry. */
    @Test
    void survivesRandomFrames() throws Exception {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<Callable<?>> calls = List.of(odd::number, odd::words, odd::note, odd::watcher);
            Running<?> call = Running.start(calls.get(random.nextInt(4)));
            long id = receiveCall();
            byte[] body = new byte[random.nextInt(40)];
            random.nextBytes(body);
            int type = random.nextBoolean() ? random.nextInt(REPLY, FAILURE + 1) : random.nextInt(1, 13);
            int flags = random.nextInt(4) == 0 ? 1 << random.nextInt(8) : 0;
            peer.send(frame(type, flags, id, to -> to.write(body, 0, body.length)));
            peer.close();
            Throwable failure = call.failure();
            if (failure != null) {
                assertThat(failure).as("seed " + seed).isInstanceOf(CallException.class);
            }
            connect();
        }
        assertContinues();
    }
}
