package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LimitsTest {
    private static final Limits USUAL = Limits.defaults();

    static Stream<Arguments> changes() {
        return Stream.of(
                Arguments.of(USUAL.toBuilder().messageBytes(2048).build(), List.of("messageBytes")),
                Arguments.of(USUAL.toBuilder().inboundBytes(1L << 40).build(), List.of("inboundBytes")),
                Arguments.of(
                        USUAL.toBuilder().graphDepth(3).graphObjects(4).build(), List.of("graphDepth", "graphObjects")),
                Arguments.of(USUAL.toBuilder().callsInFlight(5).build(), List.of("callsInFlight")),
                Arguments.of(USUAL.toBuilder().references(6).build(), List.of("references")),
                Arguments.of(USUAL.toBuilder().connections(7).build(), List.of("connections")),
                Arguments.of(USUAL.toBuilder().connectionsPerPeer(7).build(), List.of("connectionsPerPeer")),
                Arguments.of(USUAL.toBuilder().lanesPerSession(1).build(), List.of("lanesPerSession")),
                Arguments.of(
                        USUAL.toBuilder()
                                .handshakes(9)
                                .handshakeTime(Duration.ofMillis(9))
                                .build(),
                        List.of("handshakes", "handshakeTime")),
                Arguments.of(USUAL.toBuilder().idleTime(Duration.ofMillis(10)).build(), List.of("idleTime")),
                Arguments.of(USUAL.toBuilder().unsentBytes(1 << 12).build(), List.of("unsentBytes")));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void changesWhatItsNameSaysAndNothingElse(Limits changed, List<String> names) throws Exception {
        List<String> different = new ArrayList<>();
        int limits = 0;
        for (Method each : Limits.class.getDeclaredMethods()) {
            if (Modifier.isStatic(each.getModifiers()) || each.getReturnType() == Limits.Builder.class) {
                continue;
            }
            limits++;
            if (!each.invoke(USUAL).equals(each.invoke(changed))) {
                different.add(each.getName());
            }
        }
        assertThat(limits).as("limits").isEqualTo(13);
        assertThat(different).containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void holdsOneMessageAtLeast() {
        Limits small =
                USUAL.toBuilder().messageBytes(1 << 20).inboundBytes(1 << 20).build();
        assertThat(small.toBuilder().messageBytes(1 << 21).build().inboundBytes())
                .isEqualTo(1 << 21);
        assertThatThrownBy(() -> small.toBuilder().inboundBytes(1 << 19).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("inboundBytes");
    }

    @Test
    void refusesWhatWouldTakeNothing() {
        assertThatThrownBy(() -> USUAL.toBuilder().references(0).build())
                .hasMessageContaining("'references' must be at least 1");
        assertThatThrownBy(
                        () -> USUAL.toBuilder().messageBytes(Integer.MAX_VALUE).build())
                .hasMessageContaining("at most");
        assertThatThrownBy(() -> USUAL.toBuilder().idleTime(Duration.ZERO).build())
                .hasMessageContaining("'idleTime' must be above 0");
    }
}
