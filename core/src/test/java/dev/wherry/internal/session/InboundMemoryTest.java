package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.internal.session.RawClientTest.Raw;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory of received and uncompleted messages, over all sessions of an endpoint. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class InboundMemoryTest {
    private static final int ROOM = 1 << 20;
    private static final int LARGE = 300_000;
    private static final EndpointOptions SMALL = EndpointOptions.builder()
            .limits(Limits.builder().messageBytes(ROOM).inboundBytes(ROOM).build())
            .build();

    private static Pair pair(int lanes) {
        return new Pair(
                "tcp",
                SMALL.toBuilder().lanes(lanes).build(),
                SMALL.toBuilder().lanes(lanes).build());
    }

    private static void fragment(Raw raw, int type, int flags, long id) throws Exception {
        Out out = new Out(1 << 17);
        int start = Frame.begin(out, type, flags, id);
        out.size(out.size() + 60_000);
        Frame.end(out, start);
        raw.send(out);
    }

    private static void isRefused(ThrowingCallable call) {
        CallException refused = catchThrowableOfType(CallException.class, call);
        assertThat(refused.code()).as(refused.getMessage()).isEqualTo(Code.REFUSED);
        assertThat(refused).hasMessageContaining("inboundBytes");
    }

    private static void isEmpty(InboundCapacity capacity) {
        Pair.until("all capacity is given back", () -> capacity.taken() == 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void isSharedByAllSessionsAndGivenBackAtTheEndOfOne(int lanes) throws Exception {
        try (Pair pair = pair(lanes)) {
            pair.openLanes(lanes);
            InboundCapacity capacity = pair.server.parts().inbound();
            try (Raw hoarder = new Raw(pair)) {
                for (int i = 0; i < 15; i++) {
                    fragment(hoarder, Frame.CALL, Frame.MORE, 1);
                }
                hoarder.awaitRead();
                assertThat(capacity.taken()).as("hoarded").isGreaterThan(900_000);
                isRefused(() -> pair.stub.echo(new byte[LARGE]));
                assertThat(pair.stub.add(1, 2)).as("the session goes on").isEqualTo(3);
            }
            Pair.until("all capacity is given back", () -> capacity.taken() == 0);
            assertThat(pair.stub.echo(new byte[LARGE])).hasSize(LARGE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void refusesAnAnswerToItsWaitingCaller(int lanes) {
        try (Pair pair = pair(lanes)) {
            pair.openLanes(lanes);
            InboundCapacity capacity = pair.client.parts().inbound();
            assertThat(capacity.take(ROOM)).isTrue();
            isRefused(() -> pair.stub.echo(new byte[LARGE]));
            assertThat(pair.stub.add(1, 2)).isEqualTo(3);
            capacity.give(ROOM);
            assertThat(pair.stub.echo(new byte[LARGE])).hasSize(LARGE);
        }
    }

    @Test
    void isTakenByCallsUntilTheyHaveRun() {
        try (Pair pair = pair(0)) {
            InboundCapacity capacity = pair.server.parts().inbound();
            pair.stub.note(1);
            Thread caller = Thread.startVirtualThread(pair.stub::ignoreInterrupts);
            Pair.until("the call runs", () -> capacity.taken() > 0);
            long left = ROOM + Frame.HEADER + Frame.FRAGMENT - capacity.taken();
            assertThat(capacity.take(left)).isTrue();
            isRefused(() -> pair.stub.add(1, 2));
            capacity.give(left);
            assertThat(pair.stub.add(1, 2)).isEqualTo(3);
            pair.served.released.countDown();
            Pair.until("the call has ended", () -> !caller.isAlive());
            isEmpty(capacity);
        }
    }

    @Test
    void isGivenBackByCallsOfASessionThatHasEnded() throws Exception {
        try (Pair pair = pair(0)) {
            InboundCapacity capacity = pair.server.parts().inbound();
            try (Raw raw = new Raw(pair)) {
                for (int id = 1; id <= 5; id++) {
                    raw.send(RawClientTest.block(id));
                }
                pair.served.entered.acquire(5);
                assertThat(capacity.taken()).isPositive();
            }
            isEmpty(capacity);
        }
    }

    @Test
    void isGivenBackWhenAMessageIsGivenUpOrRefused() throws Exception {
        try (Pair pair = pair(0);
                Raw raw = new Raw(pair)) {
            InboundCapacity capacity = pair.server.parts().inbound();
            for (int id = 1; id <= 20; id++) {
                fragment(raw, Frame.CALL, Frame.MORE, id);
            }
            In failure = raw.next(Frame.FAILURE);
            assertThat(failure.readByte()).as("as text").isZero();
            assertThat(failure.readByte()).isEqualTo(Code.REFUSED.ordinal());
            for (int id = 1; id <= 20; id++) {
                Out abort = new Out(32);
                Frame.write(abort, Frame.CALL, Frame.ABORT, id);
                raw.send(abort);
            }
            isEmpty(capacity);
        }
    }
}
