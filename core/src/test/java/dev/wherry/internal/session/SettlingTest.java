package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.internal.session.RawClientTest.Raw;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The answer of a server to a client that asks what became of the last call of a lane. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SettlingTest {
    private static final int ECHO = 2;

    private static long call(long lane, long number) {
        return (lane << Frame.LANE_SHIFT) + number;
    }

    private static Out settle(long id) {
        return frame(Frame.SETTLE, id);
    }

    private static Out frame(int type, long id) {
        Out out = new Out(32);
        Frame.write(out, type, 0, id);
        return out;
    }

    private static Out add(long id) {
        return RawClientTest.call(id, 0, 1, "add(II)I", (byte) 2, (byte) 4);
    }

    /** Returns the body of the next frame of this type and id. */
    private static In next(Raw main, int type, long id) throws IOException {
        while (true) {
            byte[] frame = main.nextFrame();
            In in = new In().over(frame, 2, frame.length);
            if (frame[0] == type && in.readLong() == id) {
                return in;
            }
        }
    }

    private static void assertForgotten(Raw main, long id) throws IOException {
        main.send(settle(id));
        assertThat(RawClientTest.code(next(main, Frame.FAILURE, id))).isEqualTo(Code.UNKNOWN_OUTCOME);
    }

    private static Pair pair(Limits.Builder limits) {
        return new Pair("tcp", EndpointOptions.builder().limits(limits.build()).build(), EndpointOptions.defaults());
    }

    private static void awaitNoLanes(Pair pair, Raw main) {
        Pair.until(
                "no lane",
                () -> Pair.session(pair.server, main.session).servedCalls().laneCount() == 0);
    }

    /** Asks for the outcome of call 1 of lane 1, whose method runs. */
    private static void askWhileItRuns(Pair pair, Raw main, Raw lane) throws Exception {
        lane.send(RawClientTest.block(call(1, 1)));
        pair.served.entered.acquire();
        main.send(settle(call(1, 1)));
    }

    private static void close(Raw lane, Pair pair, Raw main) throws IOException {
        lane.close();
        awaitNoLanes(pair, main);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isThatItWasNeverReceived(boolean open) throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw main = new Raw(pair);
                Raw lane = new Raw(pair, 1, main)) {
            Out part = new Out(64);
            part.write(add(call(1, 1)).array(), 0, 40);
            lane.send(part);
            if (!open) {
                close(lane, pair, main);
            }
            main.send(settle(call(1, 1)));
            assertThat(next(main, Frame.FAILURE, call(1, 1)).remaining())
                    .as("bytes of the body")
                    .isZero();
            assertForgotten(main, call(1, 1));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isTheAnswerOnce(boolean open) throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw main = new Raw(pair);
                Raw lane = new Raw(pair, 1, main)) {
            lane.send(add(call(1, 1)));
            lane.next(Frame.REPLY);
            lane.send(RawClientTest.call(call(1, 2), 0, 1, "add(II)I", (byte) 4, (byte) 6));
            int result = lane.next(Frame.REPLY).readByte();
            if (!open) {
                close(lane, pair, main);
            }
            main.send(settle(call(1, 2)));
            assertThat(next(main, Frame.REPLY, call(1, 2)).readByte()).isEqualTo(result);
            assertForgotten(main, call(1, 2));
        }
    }

    @Test
    void isTheAnswerOfAMethodThatRuns() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw main = new Raw(pair);
                Raw lane = new Raw(pair, 1, main)) {
            askWhileItRuns(pair, main, lane);
            assertThatThrownBy(lane::nextFrame).isInstanceOf(IOException.class);
            pair.served.released.countDown();
            assertThat(next(main, Frame.REPLY, call(1, 1)).remaining()).isZero();
            pair.awaitQuiet();
        }
    }

    @Test
    void isThatTheCallWasCancelledIfItIsGivenUp() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw main = new Raw(pair);
                Raw lane = new Raw(pair, 1, main)) {
            askWhileItRuns(pair, main, lane);
            main.send(frame(Frame.CANCEL, call(1, 1)));
            assertThat(RawClientTest.code(next(main, Frame.FAILURE, call(1, 1))))
                    .isEqualTo(Code.CANCELLED);
            assertThat(pair.served.interrupted.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void isUnknownForACallBeforeTheLast() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw main = new Raw(pair);
                Raw lane = new Raw(pair, 1, main)) {
            for (int i = 1; i <= 2; i++) {
                lane.send(add(call(1, i)));
                lane.next(Frame.REPLY);
            }
            assertForgotten(main, call(1, 1));
            assertForgotten(main, call(1, 2));
        }
    }

    @Test
    void isUnknownForAnAnswerThatIsGivenUp() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw main = new Raw(pair);
                Raw lane = new Raw(pair, 1, main)) {
            lane.send(add(call(1, 1)));
            lane.next(Frame.REPLY);
            main.send(frame(Frame.CANCEL, call(1, 1)));
            main.awaitRead();
            close(lane, pair, main);
            assertForgotten(main, call(1, 1));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isABreachTwiceForALaneThatIsServed(boolean sameCall) throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw main = new Raw(pair);
                Raw lane = new Raw(pair, 1, main)) {
            askWhileItRuns(pair, main, lane);
            main.send(settle(call(1, sameCall ? 1 : 2)));
            assertThat(main.goAway()).isEqualTo(GoAway.Reason.PROTOCOL);
            assertThat(pair.served.interrupted.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
            assertThat(pair.stub.add(1, 2)).isEqualTo(3);
        }
    }

    @Test
    void isABreachOnALane() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw main = new Raw(pair);
                Raw lane = new Raw(pair, 1, main)) {
            lane.send(settle(call(1, 1)));
            assertThat(lane.goAway()).isEqualTo(GoAway.Reason.PROTOCOL);
            assertThat(main.goAway()).isEqualTo(GoAway.Reason.PROTOCOL);
        }
    }

    /** The least recent lane is forgotten. */
    @Test
    void isKnownForAsManyLanesAsASessionMayHave() throws Exception {
        try (Pair pair = pair(Limits.builder().lanesPerSession(2));
                Raw main = new Raw(pair)) {
            for (int number = 1; number <= 3; number++) {
                try (Raw lane = new Raw(pair, number, main)) {
                    lane.send(add(call(number, 1)));
                    lane.next(Frame.REPLY);
                }
                awaitNoLanes(pair, main);
            }
            assertForgotten(main, call(1, 1));
            main.send(settle(call(3, 1)));
            assertThat(next(main, Frame.REPLY, call(3, 1)).remaining()).isPositive();
            main.send(settle(call(2, 1)));
            assertThat(next(main, Frame.REPLY, call(2, 1)).remaining()).isPositive();
        }
    }

    /** A session keeps one megabyte. */
    @Test
    void isKnownForAnswersOfSoManyBytes() throws Exception {
        Pair pair = new Pair("tcp");
        try (pair;
                Raw main = new Raw(pair)) {
            int first = 600_000;
            int second = 500_000;
            for (int number = 1; number <= 2; number++) {
                int length = number == 1 ? first : second;
                try (Raw lane = new Raw(pair, number, main)) {
                    lane.send(echo(call(number, 1), length));
                    assertThat(lane.next(Frame.REPLY).remaining()).isGreaterThan(length);
                }
                awaitNoLanes(pair, main);
            }
            Pair.until("the second alone is kept", () -> {
                long taken = pair.server.parts().outbound().taken();
                return taken > second && taken < first;
            });
            assertForgotten(main, call(1, 1));
            main.send(settle(call(2, 1)));
            int received = 0;
            while (received < second) {
                received += next(main, Frame.REPLY, call(2, 1)).remaining();
            }
            Pair.until("nothing is kept", () -> pair.server.parts().outbound().taken() == 0);
        }
    }

    private static Out echo(long id, int length) {
        Out bytes = new Out(length + 16);
        bytes.writeSize(8 + 2 * 10); // the head of an array of bytes
        bytes.writeSize(length);
        bytes.write(new byte[length], 0, length);
        return RawClientTest.call(id, 0, ECHO, "echo([B)[B", bytes.copy());
    }

    @Test
    void isKeptNoLongerThanTheSession() throws Exception {
        try (Pair pair = new Pair("tcp")) {
            try (Raw main = new Raw(pair);
                    Raw lane = new Raw(pair, 1, main)) {
                lane.send(echo(call(1, 1), 100_000));
                lane.next(Frame.REPLY);
                close(lane, pair, main);
                Pair.until("it is kept", () -> pair.server.parts().outbound().taken() > 100_000);
            }
            Pair.until("nothing is kept", () -> pair.server.parts().outbound().taken() == 0);
        }
    }

    @Test
    void isNotSentWithoutEndToAClientThatNeverReads() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw main = new Raw(pair);
                Raw lane = new Raw(pair, 1, main)) {
            lane.send(add(call(1, 1)));
            lane.next(Frame.REPLY);
            Out flood = new Out(1 << 14);
            for (int i = 0; i < 1_000; i++) {
                Frame.write(flood, Frame.SETTLE, 0, call(1, 1));
            }
            close(lane, pair, main);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 10_000; i++) {
                            main.send(flood);
                        }
                    })
                    .isInstanceOf(IOException.class);
            assertThat(pair.stub.add(1, 2)).isEqualTo(3);
        }
    }
}
