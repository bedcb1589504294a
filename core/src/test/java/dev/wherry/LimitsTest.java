package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.RecordComponent;
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
                Arguments.of(USUAL.withMessageBytes(2048), List.of("messageBytes")),
                Arguments.of(USUAL.withInboundBytes(1L << 40), List.of("inboundBytes")),
                Arguments.of(USUAL.withGraph(3, 4), List.of("graphDepth", "graphObjects")),
                Arguments.of(USUAL.withCallsInFlight(5), List.of("callsInFlight")),
                Arguments.of(USUAL.withReferences(6), List.of("references")),
                Arguments.of(USUAL.withConnections(7), List.of("connections")),
                Arguments.of(USUAL.withConnectionsPerPeer(7), List.of("connectionsPerPeer")),
                Arguments.of(USUAL.withLanesPerSession(1), List.of("lanesPerSession")),
                Arguments.of(USUAL.withHandshakes(9, Duration.ofMillis(9)), List.of("handshakes", "handshakeTime")),
                Arguments.of(USUAL.withIdleTime(Duration.ofMillis(10)), List.of("idleTime")),
                Arguments.of(USUAL.withUnsentBytes(1 << 12), List.of("unsentBytes")));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void changesWhatItsNameSaysAndNothingElse(Limits changed, List<String> names) throws Exception {
        List<String> different = new ArrayList<>();
        for (RecordComponent each : Limits.class.getRecordComponents()) {
            if (!each.getAccessor().invoke(USUAL).equals(each.getAccessor().invoke(changed))) {
                different.add(each.getName());
            }
        }
        assertThat(different).isEqualTo(names);
    }

    @Test
    void holdsOneMessageAtLeast() {
        Limits small = USUAL.withMessageBytes(1 << 20).withInboundBytes(1 << 20);
        assertThat(small.withMessageBytes(1 << 21).inboundBytes()).isEqualTo(1 << 21);
        assertThatThrownBy(() -> small.withInboundBytes(1 << 19))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("inboundBytes");
    }

    @Test
    void refusesWhatWouldTakeNothing() {
        assertThatThrownBy(() -> USUAL.withReferences(0)).hasMessageContaining("'references' is at least 1");
        assertThatThrownBy(() -> USUAL.withMessageBytes(Integer.MAX_VALUE)).hasMessageContaining("at most");
        assertThatThrownBy(() -> USUAL.withIdleTime(Duration.ZERO)).hasMessageContaining("'idleTime' is above 0");
    }
}
