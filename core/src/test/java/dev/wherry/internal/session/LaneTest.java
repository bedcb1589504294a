package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.spi.Link;
import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A lane's states, at made-up times and without a peer. */
final class LaneTest {
    private static final int LONG_IDLE = 300;

    private final NarrowLink main = new NarrowLink(length -> length);
    private final EndpointEngine engine = new EndpointEngine(EndpointOptions.defaults());
    private final Session session = AcceptedSession.create(
            engine, new Hello(0, Id128.NONE, Id128.NONE, List.of("compact"), 1 << 20, 10, 1, "test"), main);
    private final Silent link = new Silent();
    private final Lane lane =
            session.lane(link, FrameParser.ofLane(1 << 20, new InboundCapacity(1 << 20).share(), () -> {}), 1, null);
    private final RemoteMethod method = engine.parts()
            .objects()
            .interfaces()
            .of(Rough.class)
            .method(Rough.class.getMethod("add", int.class, int.class));

    LaneTest() throws NoSuchMethodException {}

    private static final class Silent implements Link {
        /** Of nothing: the link is at its end. */
        Supplier<byte[]> answer = () -> {
            throw new UnsupportedOperationException("Nothing is read here");
        };

        int closed;

        @Override
        public int read(byte[] to, int offset, int length) {
            byte[] bytes = answer.get();
            System.arraycopy(bytes, 0, to, offset, bytes.length);
            return bytes.length == 0 ? -1 : bytes.length;
        }

        @Override
        public int write(byte[] from, int offset, int length) {
            return length;
        }

        @Override
        public SelectableChannel multiplex() {
            return null;
        }

        @Override
        public Identity peer() {
            return Identity.of("test", "silent");
        }

        @Override
        public void close() {
            closed++;
        }
    }

    @AfterEach
    void close() {
        engine.close(Duration.ZERO);
    }

    private void begin(long deadline) {
        assertThat(lane.take()).isTrue();
        assertThat(lane.begin(0, method, 2, CallOptions.none(), 1, 0, deadline)).isTrue();
    }

    private List<Long> cancelled() {
        List<Long> ids = new ArrayList<>();
        byte[] bytes = main.taken.toByteArray();
        FrameParser.ofMain(new InboundCapacity(1 << 20).share(), () -> {})
                .parse(new ReadBuffer(bytes, 0, bytes.length), (type, flags, id, body) -> {
                    assertThat(type).isEqualTo(Frame.CANCEL);
                    ids.add(id);
                });
        return ids;
    }

    @Test
    void isTakenByOneCallAtATime() {
        assertThat(lane.isBusy()).isFalse();
        begin(1_000);
        assertThat(lane.isBusy()).isTrue();
        assertThat(lane.take()).isFalse();
        lane.end();
        assertThat(lane.isBusy()).isFalse();
        assertThat(lane.take()).isTrue();
        assertThat(lane.take()).as("held, and not begun yet").isFalse();
    }

    @Test
    void closesAfterItsCallsDeadlineAndCancelsTheCall() {
        begin(1_000);
        encode();
        link.answer = () -> {
            assertThat(lane.check(1_000)).isTrue();
            assertThat(link.closed).isZero();
            lane.check(1_001);
            assertThat(link.closed).isEqualTo(1);
            return answerToCancel();
        };
        assertThatThrownBy(lane::await)
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.DEADLINE_EXCEEDED));
        assertThat(cancelled()).containsExactly((1L << Frame.LANE_SHIFT) + 1);
        lane.end();
        assertThat(lane.check(2_000)).as("open").isFalse();
        assertThat(lane.take()).isFalse();
        assertThat(link.closed).as("closed once").isEqualTo(1);
        assertThat(cancelled()).hasSize(1);
    }

    private void encode() {
        method.encodeArguments(new Object[] {1, 2}, 0, lane.message());
        lane.message().end();
    }

    /** Returns the bytes that a read under way may still receive: the peer's answer to a Cancel, if one was sent. */
    private byte[] answerToCancel() {
        if (cancelled().isEmpty()) {
            return new byte[0];
        }
        OutboundMessage answer = new OutboundMessage(session.messages());
        answer.failure(cancelled().getFirst(), session.state().cancelled(CallException.Outcome.UNKNOWN));
        return Arrays.copyOf(answer.out().array(), answer.out().size());
    }

    @Test
    void keepsNoDeadlineForTheNextCall() {
        begin(1_000);
        lane.end();
        assertThat(lane.check(2_000)).isTrue();
        begin(5_000);
        assertThat(lane.check(2_000)).isTrue();
        assertThat(link.closed).isZero();
        lane.check(5_001);
        assertThat(link.closed).isEqualTo(1);
    }

    @Test
    void closesOnceItWasIdleForLong() {
        long now = System.nanoTime();
        for (int i = 0; i < LONG_IDLE; i++) {
            if (i % 100 == 0) {
                begin(Long.MAX_VALUE);
                lane.end();
            }
            assertThat(lane.check(now + i)).as("a lane in use").isTrue();
        }
        for (int i = 0; i < LONG_IDLE; i++) {
            lane.check(now + i);
        }
        assertThat(link.closed).isEqualTo(1);
        assertThat(lane.take()).isFalse();
    }

    @Test
    void closesIfWhoeverHasTakenItNeverBegins() {
        assertThat(lane.take()).isTrue();
        for (int i = 0; i < LONG_IDLE; i++) {
            lane.check(i);
        }
        assertThat(link.closed).isEqualTo(1);
        assertThat(lane.isBusy()).isFalse();
    }

    @Test
    void staysOpenForACallerThatTakesItAfterALongRest() {
        int rest = LONG_IDLE * 2 / 3;
        for (int i = 0; i < rest; i++) {
            lane.check(i);
        }
        assertThat(lane.take()).isTrue();
        for (int i = rest; i < rest + 3; i++) {
            lane.check(i);
        }
        assertThat(link.closed).isZero();
        assertThat(lane.begin(0, method, 2, CallOptions.none(), 1, 0, Long.MAX_VALUE))
                .isTrue();
    }

    @Test
    void neverClosesForIdlenessWhileACallIsOut() {
        begin(Long.MAX_VALUE);
        for (int i = 0; i < LONG_IDLE; i++) {
            assertThat(lane.check(i)).isTrue();
        }
        assertThat(link.closed).isZero();
    }

    @Test
    void staysClosedWhenTheSessionEndsBetweenTakingAndBeginning() {
        assertThat(lane.take()).isTrue();
        lane.shut();
        Thread.currentThread().interrupt();
        assertThat(lane.begin(0, method, 2, CallOptions.none(), 1, 0, 1_000)).isFalse();
        assertThat(Thread.interrupted()).as("the caller's interrupt").isTrue();
        assertThat(lane.isBusy()).isFalse();
        assertThat(lane.take()).isFalse();
        assertThat(link.closed).isEqualTo(1);
    }

    @Test
    void isIdleAgainAfterACallThatCannotBegin() {
        session.state().leave();
        assertThatThrownBy(() -> begin(1_000)).hasMessageContaining("closing");
        lane.notBegun();
        assertThat(link.closed).isZero();
        assertThat(lane.take()).isTrue();
    }
}
