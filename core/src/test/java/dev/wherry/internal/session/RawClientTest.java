package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.internal.wire.CallHead;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.Preamble;
import dev.wherry.internal.wire.ResumeOffer;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server and a client that does not keep to the protocol, or dies; beside it another, who must not notice. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RawClientTest {
    /** The first object that is bound. */
    static final long ROUGH = 2;

    static final class Raw implements AutoCloseable {
        private final Socket socket;
        private final DataInputStream in;
        final Id128 session;

        Raw(Pair pair) throws IOException {
            this(pair, 0, Id128.NONE, null, "compact");
        }

        /** A lane of another one's session. */
        Raw(Pair pair, long lane, Raw main) throws IOException {
            this(pair, lane, main.session, null);
        }

        /** With an offer to go on over another link. */
        Raw(Pair pair, ResumeOffer offer) throws IOException {
            this(pair, 0, Id128.NONE, offer, "compact");
        }

        private Raw(Pair pair, long lane, Id128 asked, @Nullable ResumeOffer offer, String... codecs)
                throws IOException {
            socket = new Socket(pair.address.getHost(), pair.address.getPort());
            in = new DataInputStream(socket.getInputStream());
            Out out = new Out(64);
            Preamble.write(out);
            new Hello(lane, asked, new Id128(7, 7), List.of(codecs), 1 << 20, 100, 2, "raw")
                    .with(offer)
                    .write(out);
            send(out);
            in.readNBytes(Preamble.LENGTH);
            session = Hello.read(lane, next(Frame.HELLO)).session();
        }

        void send(Out out) throws IOException {
            socket.getOutputStream().write(out.array(), 0, out.size());
        }

        /** Until the server has read all that was sent: it answers in order. */
        void awaitRead() throws IOException {
            Out ping = new Out(32);
            Frame.write(ping, Frame.PING, 0, 1);
            send(ping);
            next(Frame.PING);
        }

        /** The body of the next frame of this type. */
        In next(int type) throws IOException {
            while (true) {
                byte[] frame = nextFrame();
                if (frame[0] == type) {
                    return new In().over(frame, Frame.HEADER - Frame.LENGTH, frame.length);
                }
            }
        }

        /** The next frame of any type, from its type on. */
        byte[] nextFrame() throws IOException {
            return in.readNBytes(Integer.reverseBytes(in.readInt()));
        }

        GoAway.Reason goAway() throws IOException {
            GoAway why = GoAway.read(next(Frame.GOAWAY));
            assertThat(in.read()).as("the end").isEqualTo(-1);
            return why.reason();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    static Out block(long id) {
        return call(id, 0, 0, "block()V", new byte[0]);
    }

    /** A call of {@link Rough}, with a definition of its method. */
    static Out call(long id, int flags, int method, String key, byte... arguments) {
        Out out = new Out(64);
        int define = Frame.begin(out, Frame.DEFINE, 0, method);
        out.writeByte(0);
        out.writeText(Rough.class.getName());
        out.writeText(key);
        Frame.end(out, define);
        int call = Frame.begin(out, Frame.CALL, flags, id);
        new CallHead(0, ROUGH, method, 60_000, 0, Map.of()).write(out);
        out.write(arguments, 0, arguments.length);
        Frame.end(out, call);
        return out;
    }

    /** Reads the code of a failure, which is all that its body is read for. */
    static CallException.Code code(In failure) {
        failure.skip(1);
        return CallException.Code.values()[failure.readByte()];
    }

    private static void assertUndisturbed(Pair pair) {
        assertThat(pair.stub.add(1, 2)).isEqualTo(3);
        Pair.until(
                "only the well-behaved session is left",
                () -> pair.server.statistics().sessions() == 1
                        && pair.server.statistics().callsIn() == 0);
    }

    @Test
    void hasItsHandlersInterruptedWhenItDies() throws Exception {
        try (Pair pair = new Pair("tcp")) {
            try (Raw raw = new Raw(pair)) {
                for (int id = 1; id <= 5; id++) {
                    raw.send(block(id));
                }
                pair.served.entered.acquire(5);
            }
            assertThat(pair.served.interrupted.tryAcquire(5, 1, TimeUnit.MINUTES))
                    .isTrue();
            assertUndisturbed(pair);
        }
    }

    @Test
    void isCutOffIfItPingsForEverAndNeverReads() throws Exception {
        try (Pair pair = new Pair("tcp")) {
            try (Raw raw = new Raw(pair)) {
                Out pings = new Out(1 << 14);
                for (int id = 0; id < 1_000; id++) {
                    Frame.write(pings, Frame.PING, 0, id);
                }
                assertThatThrownBy(() -> {
                            for (int i = 0; i < 10_000; i++) {
                                raw.send(pings);
                            }
                        })
                        .isInstanceOf(IOException.class);
            }
            assertUndisturbed(pair);
        }
    }

    @Test
    void isCutOffForAFalseCreditAndItsHandlersAreInterrupted() throws Exception {
        try (Pair pair = new Pair("tcp")) {
            try (Raw raw = new Raw(pair)) {
                raw.send(block(1));
                pair.served.entered.acquire();
                Out credit = new Out(64);
                int start = Frame.begin(credit, Frame.CREDIT, 0, 0);
                credit.writeSize(5);
                Frame.end(credit, start);
                raw.send(credit);
                assertThat(raw.goAway()).isEqualTo(GoAway.Reason.PROTOCOL);
            }
            assertThat(pair.served.interrupted.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
            assertUndisturbed(pair);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void mayDieAnywhereInACall(long seed) throws Exception {
        Random random = new Random(seed);
        try (Pair pair = new Pair("tcp")) {
            Out whole = block(1);
            for (int round = 0; round < 40; round++) {
                try (Raw raw = new Raw(pair)) {
                    Out part = new Out(64);
                    part.write(whole.array(), 0, random.nextInt(whole.size()));
                    raw.send(part);
                }
            }
            assertUndisturbed(pair);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void isAnsweredOrDisconnectedWhateverItSends(long seed) throws Exception {
        Random random = new Random(seed);
        try (Pair pair = new Pair("tcp")) {
            for (int round = 0; round < 40; round++) {
                try (Raw raw = new Raw(pair)) {
                    byte[] garbage = new byte[random.nextInt(1, 300)];
                    random.nextBytes(garbage);
                    Out out = new Out(64);
                    if (random.nextBoolean()) {
                        int start = Frame.begin(out, random.nextInt(1, 13), 0, random.nextInt(4));
                        out.write(garbage, 0, garbage.length);
                        Frame.end(out, start);
                    } else {
                        out.write(garbage, 0, garbage.length);
                    }
                    raw.send(out);
                }
            }
            assertUndisturbed(pair);
        }
    }

    @Test
    void isRefusedWhenItUsesTheIdOfACallUnderWay() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw raw = new Raw(pair)) {
            raw.send(block(9));
            pair.served.entered.acquire();
            raw.send(block(9));
            assertThat(raw.goAway()).isEqualTo(GoAway.Reason.PROTOCOL);
            assertUndisturbed(pair);
        }
    }

    @Test
    void mayUseTheIdOfACallThatHasEndedAgain() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw raw = new Raw(pair)) {
            pair.served.released.countDown();
            for (int i = 0; i < 20; i++) {
                raw.send(block(9));
                raw.next(Frame.REPLY);
            }
            assertThat(pair.served.entered.availablePermits()).isEqualTo(20);
        }
    }

    /** A call and its Cancel that are read at once, as after the server or the network has stood still. */
    @Test
    void hasNoCallBegunThatItHasGivenUpByThen() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw raw = new Raw(pair)) {
            raw.send(withCancel(block(9)));
            assertCancelled(raw);
            pair.served.released.countDown();
            for (int i = 0; i < 200; i++) { // until it is known as quick, and runs where it is read
                raw.send(block(9));
                raw.next(Frame.REPLY);
            }
            raw.send(withCancel(block(9)));
            assertCancelled(raw);
            Out late = new Out(64);
            Frame.write(late, Frame.CANCEL, 0, 9);
            Out again = block(9);
            late.write(again.array(), 0, again.size());
            raw.send(late);
            raw.next(Frame.REPLY);
            assertThat(pair.served.entered.availablePermits()).isEqualTo(201);
        }
    }

    private static Out withCancel(Out call) {
        Frame.write(call, Frame.CANCEL, 0, 9);
        return call;
    }

    private static void assertCancelled(Raw raw) throws IOException {
        assertThat(code(raw.next(Frame.FAILURE))).isEqualTo(CallException.Code.CANCELLED);
    }

    @Test
    void isRefusedWhenItReleasesWhatItNeverHad() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw raw = new Raw(pair)) {
            Out out = new Out(32);
            int start = Frame.begin(out, Frame.RELEASE, 0, 1);
            out.writeSize(1);
            Frame.end(out, start);
            raw.send(out);
            assertThat(raw.goAway()).isEqualTo(GoAway.Reason.PROTOCOL);
            assertUndisturbed(pair);
        }
    }

    @Test
    void isAnsweredWhenItCallsWhatIsNotThere() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw raw = new Raw(pair)) {
            Out out = new Out(32);
            long[] objects = {4, 5, Long.MAX_VALUE};
            for (int id = 0; id < 3; id++) {
                int call = Frame.begin(out, Frame.CALL, 0, id);
                new CallHead(0, objects[id], 17, 0, 0, Map.of()).write(out);
                Frame.end(out, call);
            }
            raw.send(out);
            for (int i = 0; i < 3; i++) {
                raw.next(Frame.FAILURE);
            }
        }
    }

    @Test
    void isRefusedALaneWithANumberThatWasUsedBefore() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw raw = new Raw(pair)) {
            for (long number : new long[] {1, 3}) {
                try (Socket lane = lane(pair, raw, number)) {
                    assertThat(answer(lane)).as("lane %s", number).isEqualTo(Frame.HELLO);
                }
                Pair.until(
                        "lane " + number + " has ended",
                        () -> Pair.session(pair.server, raw.session)
                                        .servedCalls()
                                        .laneCount()
                                == 0);
            }
            for (long number : new long[] {1, 2, 3, 0x80_0000, -1}) {
                try (Socket lane = lane(pair, raw, number)) {
                    assertThat(answer(lane)).as("lane %s", number).isEqualTo(Frame.GOAWAY);
                }
            }
            assertThat(pair.stub.add(1, 2)).isEqualTo(3);
        }
    }

    private static Socket lane(Pair pair, Raw raw, long number) throws IOException {
        Socket socket = new Socket(pair.address.getHost(), pair.address.getPort());
        Out out = new Out(64);
        Preamble.write(out);
        new Hello(number, raw.session, new Id128(7, 7), List.of(), 1 << 20, 100, 2, "raw").write(out);
        socket.getOutputStream().write(out.array(), 0, out.size());
        return socket;
    }

    /** The type of the first frame that comes. */
    private static int answer(Socket lane) throws IOException {
        return lane.getInputStream().readNBytes(Preamble.LENGTH + Frame.LENGTH + 1)[Preamble.LENGTH + Frame.LENGTH];
    }
}
