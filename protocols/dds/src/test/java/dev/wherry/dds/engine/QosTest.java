package dev.wherry.dds.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class QosTest {
    @Test
    void keepsWhatItsBuilderWasGiven() {
        Qos qos = Qos.builder().strength(3).partitions("a", "b").keepAll().build();
        assertThat(qos.strength()).isEqualTo(3);
        assertThat(qos.partitions()).containsExactly("a", "b");
        assertThat(qos.depth()).isZero();
        assertThat(qos.toBuilder().build()).isEqualTo(qos);
        assertThat(Qos.builder().build()).isEqualTo(Qos.DEFAULT);
    }

    @Test
    void refusesValuesOutOfTheirRange() {
        for (ThrowingCallable each : List.<ThrowingCallable>of(
                () -> Qos.builder().depth(-1).build(),
                () -> Qos.builder().lease(Duration.ofNanos(-1)).build(),
                () -> Qos.builder().partitions("a\0").build(),
                () -> Qos.builder().partitions("x,".repeat(300).split(",")).build(),
                () -> Qos.builder().userData("x".repeat(5000)).build(),
                () -> new Qos.ResourceLimits(0, 1, 1),
                () -> new Qos.ResourceLimits(1, 1, 2),
                () -> Qos.builder()
                        .depth(3)
                        .limits(new Qos.ResourceLimits(9, 9, 2))
                        .build())) {
            assertThatThrownBy(each).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
