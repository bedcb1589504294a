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
 * @param busy how much of the processors' time was in use in the second before the run, from 0 to 1; null where the kernel
 *     does not tell
 * @param checkout the sources that the lab and Wherry were made from there: the last commit to them and, where files were
 *     changed, a hash of the changes; {@code unknown} where git does not tell
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
