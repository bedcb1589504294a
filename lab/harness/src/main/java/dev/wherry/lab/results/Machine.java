package dev.wherry.lab.results;

import java.time.Instant;

/**
 * Where and when the run took place.
 *
 * @param cpu the processor's model name
 * @param cores processors available to the lab
 * @param kernel name, release and architecture
 * @param jdk the lab's own Java
 * @param tcpCongestionControl as the kernel names it; it shows in loopback figures
 * @param loadAverage of the last minute when the run started; above a few tenths, something else was running
 * @param startedAt when the run started
 */
public record Machine(
        String cpu,
        int cores,
        String kernel,
        String jdk,
        String tcpCongestionControl,
        double loadAverage,
        Instant startedAt) {}
