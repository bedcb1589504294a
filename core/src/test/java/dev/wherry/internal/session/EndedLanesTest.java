package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException.Outcome;
import dev.wherry.EndpointOptions;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.OutboundCapacity;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The last calls of lanes that have ended, at made-up times. */
final class EndedLanesTest {
    private static final long CALL = (1L << Frame.LANE_SHIFT) + 1;
    private static final long LONG = TimeUnit.SECONDS.toNanos(61);

    private final EndpointEngine engine = new EndpointEngine(EndpointOptions.defaults());
    private final Session session = AcceptedSession.create(
            engine,
            new Hello(0, Id128.NONE, Id128.NONE, List.of("compact"), 1 << 24, 10, 1, "test"),
            new NarrowLink(length -> length));
    private final OutboundCapacity capacity = new OutboundCapacity(1 << 22);
    private final EndedLanes lanes =
            new EndedLanes(session.main(), session.messages(), capacity.share(), Duration.ZERO);

    @AfterEach
    void close() {
        engine.close(Duration.ZERO);
    }

    /** Returns an answer of so many bytes that exports an object. */
    private OutboundMessage answer(int length) {
        OutboundMessage answer = new OutboundMessage(session.messages());
        answer.begin(Frame.REPLY, 0, CALL);
        answer.counts(session.exports().add(new Object(), null, 0));
        answer.out().size(answer.out().size() + length);
        answer.end();
        answer.sent();
        return answer;
    }

    private void add(int length, boolean written) {
        lanes.add(1, new EndedLanes.Ended(CALL, answer(length), written, 0));
    }

    private void assertNothingIsKept() {
        assertThat(lanes.remove(1)).isNull();
        assertThat(capacity.taken()).isZero();
    }

    @Test
    void isKeptForAWhile() {
        add(100, true);
        lanes.check(LONG / 2);
        assertThat(capacity.taken()).isGreaterThan(100);
        EndedLanes.Ended kept = lanes.remove(1);
        assertThat(kept).isNotNull();
        assertThat(kept.last()).isEqualTo(CALL);
        assertNothingIsKept();
    }

    /** The peer may have received what the link has taken: its references are the peer's to release. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isForgottenLater(boolean written) {
        add(100, written);
        lanes.check(LONG);
        assertNothingIsKept();
        assertThat(session.exports().size()).isEqualTo(written ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isForgottenAtOnceIfItIsLarge(boolean written) {
        add(1 << 20, written);
        assertThat(capacity.taken()).isZero();
        assertThat(session.exports().size()).isEqualTo(written ? 1 : 0);
        EndedLanes.Ended kept = lanes.remove(1);
        assertThat(kept).isNotNull();
        assertThat(kept.answer()).isNull();
    }

    @Test
    void isForgottenIfTheEndpointHasNoCapacityLeft() {
        assertThat(capacity.share().take(1 << 21)).isTrue();
        assertThat(capacity.share().take((1 << 21) - 1_000)).isTrue();
        add(2_000, false);
        assertThat(session.exports().size()).isZero();
        assertThat(lanes.remove(1).answer()).isNull();
    }

    @Test
    void isTakenBackIfTheCallIsGivenUp() {
        add(100, true);
        lanes.cancel(CALL + 1);
        lanes.cancel(CALL - 1);
        lanes.cancel(2 * CALL);
        assertThat(session.exports().size()).isOne();
        lanes.cancel(CALL);
        assertNothingIsKept();
        assertThat(session.exports().size()).isZero();
    }

    @Test
    void isNotKeptAfterTheSession() {
        add(100, true);
        lanes.close();
        assertNothingIsKept();
        add(100, true);
        assertThat(capacity.taken()).isZero();
    }

    @Test
    void countsReferencesOnceIfAMessageIsMoved() {
        OutboundMessage call = new OutboundMessage(session.messages());
        call.begin(Frame.CALL, 0, CALL);
        call.counts(session.exports().add(new Object(), null, 0));
        call.out().size(call.out().size() + 50);
        call.end();
        OutboundMessage moved = call.moved().as(7);
        call.rollback();
        assertThat(session.exports().size()).isOne();
        assertThat(moved.out().array()[Frame.LENGTH + 2]).isEqualTo((byte) 7);
        moved.rollback();
        assertThat(session.exports().size()).isZero();
        moved.failure(3, session.state().cancelled(Outcome.UNKNOWN));
        moved.takeBackListed();
    }
}
