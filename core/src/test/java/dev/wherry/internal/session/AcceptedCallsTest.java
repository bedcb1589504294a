package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.internal.session.RawClientTest.Raw;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls by a lane whose caller waits only until they are accepted. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AcceptedCallsTest {
    private static final long FIRST = (1L << Frame.LANE_SHIFT) + 1;
    private static final EndpointOptions ONE_CALL = EndpointOptions.builder()
            .limits(Limits.builder().callsInFlight(1).build())
            .build();

    private static Out block(long id, int flags) {
        return RawClientTest.call(id, flags, 0, "block()V", new byte[0]);
    }

    private static void assertAccepted(Raw lane) throws IOException {
        assertThat(lane.next(Frame.REPLY).remaining()).as("bytes of a result").isZero();
    }

    @Test
    void leaveTheLaneFreeWhileTheirMethodsRun() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw main = new Raw(pair);
                Raw lane = new Raw(pair, 1, main)) {
            lane.send(block(FIRST, Frame.ACCEPTED));
            assertAccepted(lane);
            pair.served.entered.acquire();
            lane.send(RawClientTest.call(FIRST + 1, 0, 1, "add(II)I", (byte) 2, (byte) 4));
            assertThat(lane.next(Frame.REPLY).remaining())
                    .as("bytes of a result")
                    .isPositive();
            assertThat(pair.server.statistics().callsIn())
                    .as("the accepted method runs")
                    .isEqualTo(1);
            pair.served.released.countDown();
            pair.awaitQuiet();
            assertThat(pair.served.interrupted.availablePermits()).isZero();
        }
    }

    /** Of main, where calls may have them, and flags that no call has. */
    @ParameterizedTest
    @ValueSource(ints = {Frame.ONE_WAY, Frame.ACCEPT, Frame.ORDERED, Frame.ACCEPTED | Frame.ORDERED, Frame.MORE})
    void areTheOnlyOnesOfALaneThatHaveFlags(int flags) throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw main = new Raw(pair);
                Raw lane = new Raw(pair, 1, main)) {
            lane.send(block(FIRST, flags));
            assertThat(lane.goAway()).isEqualTo(GoAway.Reason.PROTOCOL);
            assertThat(main.goAway()).isEqualTo(GoAway.Reason.PROTOCOL);
            assertThat(pair.served.entered.availablePermits()).isZero();
            assertThat(pair.stub.add(1, 2)).isEqualTo(3);
        }
    }

    @Test
    void areRefusedOverTheLimitOfCallsAndGiveBackWhatTheyHeld() throws Exception {
        try (Pair pair = new Pair("tcp", ONE_CALL, EndpointOptions.defaults());
                Raw main = new Raw(pair);
                Raw lane = new Raw(pair, 1, main)) {
            InboundCapacity capacity = pair.server.parts().inbound();
            lane.send(block(FIRST, Frame.ACCEPTED));
            assertAccepted(lane);
            pair.served.entered.acquire();
            long held = capacity.taken();
            lane.send(RawClientTest.call(
                    FIRST + 1, Frame.ACCEPTED | Frame.REFERENCES, 0, "block()V", listOfOneReference()));
            In failure = lane.next(Frame.FAILURE);
            assertThat(RawClientTest.code(failure)).isEqualTo(Code.REFUSED);
            assertThat(main.next(Frame.RELEASE).readSize()).as("references").isEqualTo(1);
            assertThat(capacity.taken()).isEqualTo(held);
            pair.served.released.countDown();
            Pair.until("the first call has ended", () -> capacity.taken() == 0);
            lane.send(block(FIRST + 2, Frame.ACCEPTED));
            assertAccepted(lane);
            pair.served.entered.acquire();
        }
    }

    /** The end of a message: a reference takes at least 20 bytes of it, and its list has an id of one byte. */
    private static byte[] listOfOneReference() {
        Out out = new Out(32);
        out.write(new byte[20], 0, 20);
        out.writeLongSize(1);
        out.writeInt(1);
        return out.copy();
    }
}
