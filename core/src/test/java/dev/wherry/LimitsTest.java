package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
                Arguments.of(USUAL.toBuilder().callsRunning(5).build(), List.of("callsRunning")),
                Arguments.of(
                        USUAL.toBuilder().callsRunning(List.class, "add", 5).build(), List.of("callsRunningByMethod")),
                Arguments.of(USUAL.toBuilder().callsRunningPerSession(5).build(), List.of("callsRunningPerSession")),
                Arguments.of(USUAL.toBuilder().queueTime(Duration.ofMillis(1)).build(), List.of("queueTime")),
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
        assertThat(limits).as("limits").isEqualTo(17);
        assertThat(different).containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void refusesALimitOfNoMethod() {
        Limits.Builder builder = Limits.builder().callsRunning(List.class, "add", 2);
        for (String method :
                List.of("", "nothing", "add(I)V", "*", "java.util.List.add", "a\nb\u202e", "x".repeat(10_000))) {
            assertThatThrownBy(() -> builder.callsRunning(List.class, method, 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("java.util.List has no method")
                    .hasMessageContaining("removeLast")
                    .message()
                    .hasSizeLessThan(1_000)
                    .doesNotContain("\n", "\u202e");
        }
        assertThatThrownBy(() -> builder.callsRunning(String.class, "length", 1))
                .hasMessageContaining("not an interface");
        assertThat(builder.build().callsRunningByMethod()).isEqualTo(Map.of("java.util.List.add", 2));
    }

    @Test
    void refusesLimitsBelowOne() {
        for (int most : new int[] {0, -1, Integer.MIN_VALUE, (int) (Integer.MAX_VALUE + 1L)}) {
            assertThatThrownBy(() -> Limits.builder().callsRunning(most)).hasMessageContaining("'callsRunning'");
            assertThatThrownBy(() -> Limits.builder().callsRunningPerSession(most))
                    .hasMessageContaining("'callsRunningPerSession'");
            assertThatThrownBy(() -> Limits.builder().callsRunning(List.class, "add", most))
                    .hasMessageContaining("'callsRunning'");
        }
        assertThatThrownBy(() -> Limits.builder().queueTime(Duration.ZERO)).hasMessageContaining("'queueTime'");
    }

    @Test
    void keepsTheLimitsOfMethodsThatWereBuilt() {
        Limits.Builder builder = Limits.builder().callsRunning(List.class, "add", 2);
        Limits before = builder.build();
        builder.callsRunning(List.class, "add", 3).callsRunning(List.class, "get", 1);
        assertThat(before.callsRunningByMethod()).isEqualTo(Map.of("java.util.List.add", 2));
        assertThat(before.toBuilder().callsRunning(List.class, "get", 4).build().callsRunningByMethod())
                .hasSize(2);
        assertThat(before.callsRunningByMethod()).hasSize(1);
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
