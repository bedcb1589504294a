package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.PeerEnd;
import dev.wherry.PeerEnd.Reason;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionStateTest {
    private final SessionState state = new SessionState("tcp://bank:1");

    @Test
    void takesCallsWhileItIsOpen() {
        state.checkOpen();
        assertThat(state.isOpen()).isTrue();
        assertThat(state.hasEnded()).isFalse();
    }

    @Test
    void hasToSayOnceThatItIsDrainedWhoeverLeaves() {
        assertThat(state.isDraining()).isFalse();
        state.leave();
        assertThat(state.isDraining()).isTrue();
        state.drained();
        state.peerLeaves(false);
        assertThat(state.isDraining()).isFalse();
    }

    @Test
    void hasToSayThatItIsDrainedWhenThePeerLeaves() {
        state.peerLeaves(false);
        assertThat(state.isDraining()).isTrue();
        state.drained();
        state.leave();
        assertThat(state.isDraining()).isFalse();
    }

    @Test
    void takesAPeerThatLeavesForDrainedOnlyOnceItSaysSo() {
        state.leave();
        state.peerLeaves(false);
        assertThat(state.isPeerDrained()).isFalse();
        state.peerLeaves(true);
        assertThat(state.isPeerDrained()).isTrue();
        state.peerLeaves(false);
        assertThat(state.isPeerDrained())
                .as("whose application closes afterwards")
                .isTrue();
    }

    @Test
    void leavesTheEndToThePeerThatAloneLeaves() {
        state.peerLeaves(false);
        assertThat(state.awaitsPeer()).as("calls of ours may be out").isFalse();
        state.drained();
        assertThat(state.awaitsPeer()).isTrue();
        state.leave();
        assertThat(state.awaitsPeer()).isFalse();
    }

    @Test
    void turnsNewCallsAwayWithWhoeverLeaves() {
        state.peerLeaves(false);
        assertUnavailable("tcp://bank:1 is closing");
        state.leave();
        assertUnavailable("This endpoint is closing");
        state.end(Reason.DIED, "the link broke", 1);
        assertUnavailable("had ended: the link broke");
    }

    @Test
    void letsASideThatLeavesCallAsLongAsItServesCalls() {
        AtomicBoolean serving = new AtomicBoolean(true);
        state.callsWhile(serving::get);
        state.leave();
        state.checkOpen();
        assertThat(state.isUsable()).isTrue();
        assertThat(state.isOpen()).isFalse();
        state.peerLeaves(true);
        state.checkOpen();
        serving.set(false);
        assertUnavailable("This endpoint is closing");
    }

    @Test
    void letsNeitherSideCallIfBothLeave() {
        state.callsWhile(() -> true);
        state.leave();
        state.peerLeaves(false);
        assertUnavailable("This endpoint is closing");
        assertThat(state.isUsable()).isFalse();
    }

    @Test
    void letsTheSideThatStaysBeginNoCallsOfItsOwn() {
        state.callsWhile(() -> true);
        state.peerLeaves(false);
        assertUnavailable("tcp://bank:1 is closing");
    }

    @Test
    void endsOnceAndKeepsTheFirstReason() {
        assertThat(state.end()).isNull();
        assertThat(state.end(Reason.EXPIRED, "first", 1_000)).isTrue();
        assertThat(state.end(Reason.CLOSED, "second", 2_000)).isFalse();
        assertThat(state.end()).isEqualTo(new PeerEnd(Reason.EXPIRED, "first", Instant.ofEpochSecond(1)));
        assertThat(state.hasEnded()).isTrue();
        assertThat(state.isOpen()).isFalse();
        assertThat(state.lost()).hasMessageContaining("may or may not have run: first");
        assertThat(state.lost()).isNotSameAs(state.lost());
        assertThat(state.lost().code()).isEqualTo(Code.UNKNOWN_OUTCOME);
    }

    /** An orderly end closes the link, which the other side reads as the end of the stream. */
    @ParameterizedTest
    @CsvSource({
        "DIED, false, false, DIED",
        "DIED, true, false, DIED",
        "DIED, false, true, LEFT",
        "DIED, true, true, CLOSED",
        "EXPIRED, false, false, EXPIRED",
        "EXPIRED, false, true, LEFT",
        "EXPIRED, true, true, CLOSED",
        "REFUSED, false, true, REFUSED",
        "CLOSED, false, true, CLOSED"
    })
    void endsForTheReasonThatWasAnnounced(Reason reason, boolean leaving, boolean peerLeaves, Reason expected) {
        if (leaving) {
            state.leave();
        }
        if (peerLeaves) {
            state.peerLeaves(true);
        }
        state.end(reason, "as it is", 1);
        assertThat(state.end()).extracting(PeerEnd::reason).isEqualTo(expected);
    }

    private void assertUnavailable(String reason) {
        assertThatThrownBy(state::checkOpen)
                .hasMessageContaining(reason)
                .satisfies(thrown -> assertThat(((CallException) thrown).code()).isEqualTo(Code.UNAVAILABLE));
    }
}
