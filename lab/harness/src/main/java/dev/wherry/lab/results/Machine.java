package dev.wherry.lab.results;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where and when the run took place.
 *
 * @param kernel name, release and architecture
 * @param tcpCongestionControl as the kernel names it; it shows in loopback figures
 * @param loadAverage of the last minute when the run started; what was built before it is in it
 * @param busy how much of the processors' time was in use in the second before the run, from 0 to 1; null if it is
 *     unknown
 * @param checkout the version of the sources of the lab and Wherry: their last commit and, if files were changed, a hash
 *     of the changes; {@code unknown} without git
 */
public record Machine(
        String cpu,
        int cores,
        String kernel,
        String jdk,
        String tcpCongestionControl,
        double loadAverage,
        Instant startedAt,
        @Nullable Double busy,
        @Nullable String checkout) {
    public String sources() {
        return Objects.requireNonNullElse(checkout, "not kept then");
    }

    /** Returns the hardware and software, without the time. */
    public String kind() {
        return "%s, %d cores, %s, JDK %s, TCP with %s".formatted(cpu, cores, kernel, jdk, tcpCongestionControl);
    }
}
