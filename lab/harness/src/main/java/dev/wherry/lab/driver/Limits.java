package dev.wherry.lab.driver;

import java.time.Duration;

/**
 * How long a peer may take before it counts as hung.
 *
 * @param start from starting a process to its {@code ready}, or to its first answered call where it is started for one
 * @param conform for one conformance check
 * @param silence without one more call done, during a round, of a client with a processor for itself
 * @param stats for the server's counters
 * @param quit to end before it is killed
 */
public record Limits(Duration start, Duration conform, Duration silence, Duration stats, Duration quit) {
    /** For ordinary runs: generous, because a slow system is not a hung one. */
    public static final Limits USUAL = new Limits(
            Duration.ofSeconds(30),
            Duration.ofSeconds(120),
            Duration.ofSeconds(20),
            Duration.ofSeconds(10),
            Duration.ofSeconds(2));

    /** Returns the limit without progress of each of several clients, which share the processors. */
    Duration silenceAmong(int clients) {
        return silence.multipliedBy(Math.max(1, clients / Runtime.getRuntime().availableProcessors()));
    }
}
