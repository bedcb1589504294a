package dev.wherry.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import org.junit.jupiter.api.Test;

class SessionStateTest {
    private final SessionState state = new SessionState("tcp://bank:1");

    @Test
    void takesCallsWhileItIsOpen() {
        state.checkOpen();
        assertThat(state.isOpen()).isTrue();
        assertThat(state.hasEnded()).isFalse();
    }

    @Test
    void sendsOneGoAwayWhoeverLeavesFirst() {
        state.peerLeaves();
        assertThat(state.owesGoAway()).isTrue();
        assertThat(state.tell()).isTrue();
        assertThat(state.owesGoAway()).isFalse();
        state.leave();
        assertThat(state.tell()).isFalse();
    }

    @Test
    void leavesTheClosingToThePeerThatLeftFirst() {
        state.peerLeaves();
        state.tell();
        assertThat(state.awaitsPeer()).isTrue();
        state.leave();
        assertThat(state.awaitsPeer()).isFalse();
    }

    @Test
    void turnsNewCallsAwayWithWhoeverLeaves() {
        state.peerLeaves();
        assertUnavailable("tcp://bank:1 is closing");
        state.leave();
        assertUnavailable("This endpoint is closing");
        state.end("the link broke");
        assertUnavailable("had ended: the link broke");
    }

    @Test
    void endsOnceAndKeepsTheFirstReason() {
        assertThat(state.end("first")).isTrue();
        assertThat(state.end("second")).isFalse();
        assertThat(state.hasEnded()).isTrue();
        assertThat(state.isOpen()).isFalse();
        assertThat(state.lost()).hasMessageContaining("may or may not have run: first");
        assertThat(state.lost()).isNotSameAs(state.lost());
        assertThat(state.lost().code()).isEqualTo(Code.UNKNOWN_OUTCOME);
    }

    private void assertUnavailable(String reason) {
        assertThatThrownBy(state::checkOpen)
                .hasMessageContaining(reason)
                .satisfies(
                        thrown -> assertThat(((RemoteException) thrown).code()).isEqualTo(Code.UNAVAILABLE));
    }
}
