package dev.wherry.mobility.internal.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessUsageTest {
    private static final String BEHIND_THE_NAME =
            " S 1 2 3 0 -1 4194304 21562 10 1 2 150 25 3 4 20 0 37 0 998877 4613734400 20000";

    @Test
    void isReadFromBehindTheNameWhateverThatIs() throws Exception {
        assertThat(ProcessUsage.parse(
                        "4711 (java) R 1) 9 9)" + BEHIND_THE_NAME,
                        "Name:\tVmRSS: 1 kB\nVmRSS:\t    2048 kB\nThreads:\t37\n"))
                .isEqualTo(new ProcessUsage(Duration.ofMillis(1750), 37, 2 << 20));
    }

    @Test
    void isUnknownWhereTheSystemTellsLess() {
        assertThatThrownBy(() -> ProcessUsage.parse("4711 (java) S 1 2", ""))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("4711 (java) S 1 2");
    }

    /** The JDK reads the same data of the process a moment later. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void isWhatTheJdkTells() throws Exception {
        ProcessHandle here = ProcessHandle.current();
        Duration before = here.info().totalCpuDuration().orElseThrow();
        ProcessUsage usage = ProcessUsage.of(here);
        assertThat(usage.cpuTime())
                .isBetween(before, here.info().totalCpuDuration().orElseThrow());
        assertThat(usage.threads()).isPositive();
        assertThat(usage.residentBytes()).isGreaterThan(1 << 20);
    }
}
