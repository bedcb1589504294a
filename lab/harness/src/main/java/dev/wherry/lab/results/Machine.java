package dev.wherry.lab.results;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where and when the run took place.
 *
 * @param cpu the processor's model name
 * @param cores processors available to the lab
 * @param kernel name, release and architecture
 * @param jdk the lab's own Java
 * @param tcpCongestionControl as the kernel names it; it shows in loopback figures
 * @param loadAverage of the last minute when the run started; what was built before it is in it
 * @param startedAt when the run started
 * @param busy how much of the processors' time was in use in the second before the run, from 0 to 1; null where the kernel
 *     does not tell, and in files from before that was kept
 * @param checkout the sources that the lab and Wherry were made from there: the last commit to them and, where files were
 *     changed, a hash of the changes; {@code unknown} where git does not tell, null in files from before that was kept
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

    /** The sources in words. */
    public String sources() {
        return Objects.requireNonNullElse(checkout, "not kept then");
    }

    /** What it is, whenever that was. */
    public String kind() {
        return "%s, %d cores, %s, JDK %s, TCP with %s".formatted(cpu, cores, kernel, jdk, tcpCongestionControl);
    }
}
