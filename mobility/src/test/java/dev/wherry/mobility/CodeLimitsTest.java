package dev.wherry.mobility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CodeLimitsTest {
    @Test
    void changesOneLimitAtATime() {
        CodeLimits code = CodeLimits.builder()
                .bundleBytes(1)
                .classBytes(2)
                .workspaceClasses(3)
                .workspaceBytes(4)
                .cacheBytes(5)
                .nesting(6)
                .hops(7)
                .build();
        assertThat(values(code)).containsExactly(1, 2, 3, 4L, 5L, 6, 7);
        assertThat(values(code.toBuilder().nesting(8).build())).containsExactly(1, 2, 3, 4L, 5L, 8, 7);

        ChildLimits child = ChildLimits.builder()
                .heapBytes(32 << 20)
                .memoryBytes(33 << 20)
                .cpuTime(Duration.ofMillis(1))
                .wallTime(Duration.ofMillis(2))
                .threads(3)
                .build();
        assertThat(values(child)).containsExactly(32L << 20, 33L << 20, Duration.ofMillis(1), Duration.ofMillis(2), 3);
        assertThat(values(child.toBuilder().threads(4).build()))
                .containsExactly(32L << 20, 33L << 20, Duration.ofMillis(1), Duration.ofMillis(2), 4);
    }

    private static List<Object> values(CodeLimits limits) {
        return List.of(
                limits.bundleBytes(),
                limits.classBytes(),
                limits.workspaceClasses(),
                limits.workspaceBytes(),
                limits.cacheBytes(),
                limits.nesting(),
                limits.hops());
    }

    private static List<Object> values(ChildLimits limits) {
        return List.of(limits.heapBytes(), limits.memoryBytes(), limits.cpuTime(), limits.wallTime(), limits.threads());
    }

    @Test
    void doesNotChangeLimitsThatWereBuilt() {
        CodeLimits.Builder builder = CodeLimits.builder().hops(1);
        CodeLimits built = builder.build();
        builder.hops(2);
        assertThat(built.hops()).isEqualTo(1);
    }

    @Test
    void givesMoreMemoryWithALargerHeap() {
        ChildLimits limits = ChildLimits.builder().heapBytes(512L << 20).build();
        assertThat(limits.memoryBytes()).isEqualTo((2 * 512L + 384) << 20);
    }

    @Test
    void refusesLimitsOfNoSense() {
        refuses(() -> CodeLimits.builder().bundleBytes(0), "'bundleBytes' must be at least 1, not 0");
        refuses(() -> CodeLimits.builder().classBytes(-1), "'classBytes'");
        refuses(() -> CodeLimits.builder().workspaceClasses(0), "'workspaceClasses'");
        refuses(() -> CodeLimits.builder().workspaceBytes(0), "'workspaceBytes'");
        refuses(() -> CodeLimits.builder().cacheBytes(-1), "'cacheBytes'");
        refuses(() -> CodeLimits.builder().nesting(0), "'nesting'");
        refuses(() -> CodeLimits.builder().nesting(1_001), "'nesting' must be at least 1 and at most 1000, not 1001");
        refuses(() -> CodeLimits.builder().hops(-1), "'hops'");
        refuses(() -> ChildLimits.builder().heapBytes(1), "'heapBytes'");
        refuses(
                () -> ChildLimits.builder()
                        .memoryBytes(ChildLimits.defaults().heapBytes() - 1)
                        .build(),
                "'memoryBytes'");
        refuses(() -> ChildLimits.builder().cpuTime(Duration.ZERO), "'cpuTime'");
        refuses(() -> ChildLimits.builder().wallTime(Duration.ofSeconds(-1)), "'wallTime'");
        refuses(() -> ChildLimits.builder().threads(0), "'threads'");
    }

    private static void refuses(ThrowingCallable change, String message) {
        assertThatThrownBy(change).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }
}
