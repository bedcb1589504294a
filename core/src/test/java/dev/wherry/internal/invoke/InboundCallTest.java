package dev.wherry.internal.invoke;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Calls;
import dev.wherry.ContextKey;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InboundCallTest {
    private static final ContextKey<Long> NUMBER = ContextKey.number("number");

    @Test
    void saysNothingOutsideACall() {
        assertThat(InboundCall.current()).isNull();
        assertThat(Calls.timeLeft()).isEmpty();
        assertThat(Calls.caller()).isEmpty();
        assertThat(Calls.context(NUMBER)).isEmpty();
        assertThat(InboundCall.within(Duration.ofSeconds(5)))
                .isEqualTo(Duration.ofSeconds(5).toNanos());
    }

    @Test
    void limitsTheCallsMadeWithinIt() {
        long now = System.nanoTime();
        InboundCall overdue = new Loop.Inbound(now - 1, Map.of());
        InboundCall patient = new Loop.Inbound(now + Duration.ofHours(1).toNanos(), Map.of(NUMBER, 7L));
        InboundCall outer = patient.enter();
        try {
            assertThat(Calls.timeLeft().orElseThrow()).isPositive().isLessThanOrEqualTo(Duration.ofHours(1));
            assertThat(Calls.context(NUMBER)).contains(7L);
            assertThat(Calls.context(ContextKey.text("number")))
                    .as("of another type")
                    .isEmpty();
            assertThat(InboundCall.within(Duration.ofSeconds(5)))
                    .isEqualTo(Duration.ofSeconds(5).toNanos());
            assertThat(InboundCall.within(Duration.ofDays(9)))
                    .isLessThanOrEqualTo(Duration.ofHours(1).toNanos());
            InboundCall before = overdue.enter();
            assertThat(before).isSameAs(patient);
            assertThat(Calls.timeLeft()).contains(Duration.ZERO);
            assertThat(InboundCall.within(Duration.ofSeconds(5))).isZero();
            InboundCall.leave(before);
            assertThat(InboundCall.current()).isSameAs(patient);
        } finally {
            InboundCall.leave(outer);
        }
        assertThat(InboundCall.current()).isNull();
    }

    @Test
    void takesTimesThatHaveNoEnd() {
        long nanos = InboundCall.within(Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(System.nanoTime() + nanos - System.nanoTime()).isPositive();
    }
}
