package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class OutboundCapacityTest {
    private final OutboundCapacity capacity = new OutboundCapacity(1_000);
    private final OutboundCapacity.SessionShare slow = capacity.share();
    private final OutboundCapacity.SessionShare other = capacity.share();

    @Test
    void leavesAsMuchForOthersAsOneSessionHolds() {
        assertThat(slow.take(300)).isTrue();
        assertThat(slow.take(200)).isTrue();
        assertThat(slow.take(1)).as("more than is left").isFalse();
        assertThat(other.take(250)).isTrue();
        assertThat(slow.take(1)).isFalse();
        assertThat(capacity.taken()).isEqualTo(750);
    }

    @Test
    void hasRoomForOneLargeAnswerOfASessionThatHoldsNothing() {
        assertThat(slow.take(900)).isTrue();
        assertThat(slow.take(1)).isFalse();
        assertThat(other.take(101)).as("more than there is").isFalse();
        assertThat(other.take(100)).isTrue();
    }

    @Test
    void takesAgainWhatWasGivenBack() {
        assertThat(slow.take(500)).isTrue();
        slow.give(400);
        assertThat(capacity.taken()).isEqualTo(100);
        assertThat(slow.take(400)).isTrue();
        slow.give(500);
        assertThat(capacity.taken()).isZero();
    }
}
