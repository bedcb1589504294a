package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallOptionsTest {
    private static final ContextKey<String> TENANT = ContextKey.text("tenant");
    private static final ContextKey<Long> COUNT = ContextKey.number("count");

    @Test
    void setsTheEntriesOfAMap() {
        CallOptions options = CallOptions.builder()
                .context(TENANT, "before")
                .context(Map.of(TENANT, "acme", COUNT, 3L))
                .build();

        assertThat(options.context()).isEqualTo(Map.of(TENANT, "acme", COUNT, 3L));
    }

    @Test
    void namesTheKeyOfANullInAMap() {
        Map<ContextKey<?>, Object> entries = new HashMap<>();
        entries.put(TENANT, null);

        assertThatThrownBy(() -> CallOptions.builder().context(entries))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("tenant");
    }

    @Test
    void refusesAnEntryOfAnotherTypeThanItsKey() {
        Map<ContextKey<?>, Object> entries = Map.of(COUNT, "three");

        assertThatThrownBy(() -> CallOptions.builder().context(entries)).isInstanceOf(ClassCastException.class);
    }

    @Test
    void completesWhatIsNotSet() {
        CallOptions set = CallOptions.builder()
                .attempts(2)
                .idempotent()
                .hedgeAfter(Duration.ofMillis(5))
                .build();
        assertThat(CallOptions.none().orElse(set)).isEqualTo(set).hasSameHashCodeAs(set);
        assertThat(set.toBuilder().attempts(3).build().orElse(set)).isNotEqualTo(set);
        assertThat(set)
                .hasToString("CallOptions[timeout=null, delivery=null, ordered=false, attempts=2, idempotent,"
                        + " hedgeAfter=PT0.005S, context={}]");
        assertThat(CallOptions.none().attempts()).isZero();
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> CallOptions.builder().attempts(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CallOptions.builder().attempts(101)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CallOptions.builder().hedgeAfter(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
