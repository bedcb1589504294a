package dev.wherry.mobility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CodeLimitsTest {
    @Test
    void changesOneLimitAtATime() {
        assertThat(CodeLimits.defaults()
                        .withBundleBytes(1)
                        .withClassBytes(2)
                        .withWorkspace(3, 4)
                        .withCacheBytes(5)
                        .withNesting(6)
                        .withHops(7))
                .isEqualTo(new CodeLimits(1, 2, 3, 4, 5, 6, 7));
        assertThat(ChildLimits.defaults()
                        .withHeapBytes(32 << 20)
                        .withMemoryBytes(33 << 20)
                        .withCpuTime(Duration.ofMillis(1))
                        .withWallTime(Duration.ofMillis(2))
                        .withThreads(3))
                .isEqualTo(new ChildLimits(32 << 20, 33 << 20, Duration.ofMillis(1), Duration.ofMillis(2), 3));
    }

    @Test
    void refusesLimitsOfNoSense() {
        CodeLimits code = CodeLimits.defaults();
        refuses(() -> code.withBundleBytes(0), "'bundleBytes' is at least 1; this is 0");
        refuses(() -> code.withClassBytes(-1), "'classBytes'");
        refuses(() -> code.withWorkspace(0, 1), "'workspaceClasses'");
        refuses(() -> code.withWorkspace(1, 0), "'workspaceBytes'");
        refuses(() -> code.withCacheBytes(-1), "'cacheBytes'");
        refuses(() -> code.withNesting(0), "'nesting'");
        refuses(() -> code.withNesting(1_001), "'nesting' is at least 1 and at most 1000; this is 1001");
        refuses(() -> code.withHops(-1), "'hops'");
        ChildLimits child = ChildLimits.defaults();
        refuses(() -> child.withHeapBytes(1), "'heapBytes'");
        refuses(() -> child.withMemoryBytes(child.heapBytes() - 1), "'memoryBytes'");
        refuses(() -> child.withCpuTime(Duration.ZERO), "'cpuTime'");
        refuses(() -> child.withWallTime(Duration.ofSeconds(-1)), "'wallTime'");
        refuses(() -> child.withThreads(0), "'threads'");
    }

    private static void refuses(ThrowingCallable change, String message) {
        assertThatThrownBy(change).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }
}
