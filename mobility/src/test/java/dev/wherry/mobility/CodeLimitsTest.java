package dev.wherry.mobility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CodeLimitsTest {
    @Test
    void changesOneLimitAtATime() {
        assertThat(CodeLimits.builder()
                        .bundleBytes(1)
                        .classBytes(2)
                        .workspaceClasses(3)
                        .workspaceBytes(4)
                        .cacheBytes(5)
                        .nesting(6)
                        .hops(7)
                        .build())
                .isEqualTo(new CodeLimits(1, 2, 3, 4, 5, 6, 7));
        assertThat(ChildLimits.builder()
                        .heapBytes(32 << 20)
                        .memoryBytes(33 << 20)
                        .cpuTime(Duration.ofMillis(1))
                        .wallTime(Duration.ofMillis(2))
                        .threads(3)
                        .build())
                .isEqualTo(new ChildLimits(32 << 20, 33 << 20, Duration.ofMillis(1), Duration.ofMillis(2), 3));
    }

    @Test
    void refusesLimitsOfNoSense() {
        refuses(() -> CodeLimits.builder().bundleBytes(0).build(), "'bundleBytes' must be at least 1, not 0");
        refuses(() -> CodeLimits.builder().classBytes(-1).build(), "'classBytes'");
        refuses(() -> CodeLimits.builder().workspaceClasses(0).build(), "'workspaceClasses'");
        refuses(() -> CodeLimits.builder().workspaceBytes(0).build(), "'workspaceBytes'");
        refuses(() -> CodeLimits.builder().cacheBytes(-1).build(), "'cacheBytes'");
        refuses(() -> CodeLimits.builder().nesting(0).build(), "'nesting'");
        refuses(
                () -> CodeLimits.builder().nesting(1_001).build(),
                "'nesting' must be at least 1 and at most 1000, not 1001");
        refuses(() -> CodeLimits.builder().hops(-1).build(), "'hops'");
        refuses(() -> ChildLimits.builder().heapBytes(1).build(), "'heapBytes'");
        refuses(
                () -> ChildLimits.builder()
                        .memoryBytes(ChildLimits.defaults().heapBytes() - 1)
                        .build(),
                "'memoryBytes'");
        refuses(() -> ChildLimits.builder().cpuTime(Duration.ZERO).build(), "'cpuTime'");
        refuses(() -> ChildLimits.builder().wallTime(Duration.ofSeconds(-1)).build(), "'wallTime'");
        refuses(() -> ChildLimits.builder().threads(0).build(), "'threads'");
    }

    private static void refuses(ThrowingCallable change, String message) {
        assertThatThrownBy(change).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }
}
