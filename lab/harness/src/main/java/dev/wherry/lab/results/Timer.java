package dev.wherry.lab.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A timer that a system's calls wait for most of their time. */
public enum Timer {
    /**
     * Nagle's algorithm holds a small segment back at the sender until what was sent before is acknowledged, and the receiver
     * delays the acknowledgement, on Linux by some 40 ms. A call meets that once, or twice where request and answer both do.
     */
    @JsonProperty("delayed acknowledgement")
    DELAYED_ACKNOWLEDGEMENT(
            "Nagle's algorithm with delayed acknowledgement, some 40 ms a wait; TCP_NODELAY on the sockets of both ends"
                    + " ends it");

    /** 40 ms, a tick of the kernel's clock earlier or later, and the call itself. */
    private static final Spread WAIT = new Spread(36e6, 52e6);

    private static final int MOST_WAITS = 2;
    /** A timer gives many calls the same time; the tail of a busy machine rises further from one percentile to the next. */
    private static final double FLAT = 1.25;
    /** Processors in use. Above this calls do not wait: with enough callers any system takes 40 ms. */
    private static final double BUSY = 0.5;

    /** Of the time, by an estimate that is too low: as if no more calls than those of the percentile had waited. */
    private static final double LEAST_SHARE = 1 / 3.0;

    private final String text;

    Timer(String text) {
        this.text = text;
    }

    /** Returns a description with the remedy, which follows "waits for". */
    public String text() {
        return text;
    }

    /**
     * Judges by the latencies of a cell's rounds. In most rounds, calls that took as long as the timer have most of the
     * time, their percentiles are close together, and the processors are idle. Cells without TCP, with a distance, with a
     * process for each call, or with an offered rate are not judged.
     *
     * @return null where no timer dominates
     */
    static @Nullable Timer dominating(Map<String, Long> params, String transport, List<Round> rounds) {
        boolean possible = Transports.of(transport).contains(Transports.TCP)
                && Parameters.distance(params).isZero()
                && !Parameters.startsProcesses(params)
                && Parameters.rate(params).isEmpty();
        long waiting = rounds.stream().filter(Timer::dominates).count();
        return possible && 2 * waiting > rounds.size() ? DELAYED_ACKNOWLEDGEMENT : null;
    }

    private record Share(double calls, long from, long to) {}

    private static boolean dominates(Round round) {
        LatencyNanos latency = round.latencyNanos();
        return !isBusy(round)
                && Stream.of(
                                new Share(0.5, latency.p50(), latency.p90()),
                                new Share(0.1, latency.p90(), latency.p99()),
                                new Share(0.01, latency.p99(), latency.p999()))
                        .anyMatch(share -> isWait(share.from())
                                && share.to() <= FLAT * share.from()
                                && share.calls() * share.from() >= LEAST_SHARE * latency.mean());
    }

    private static boolean isWait(long nanos) {
        for (int waits = 1; waits <= MOST_WAITS; waits++) {
            if (nanos >= waits * WAIT.min() && nanos <= waits * WAIT.max()) {
                return true;
            }
        }
        return false;
    }

    /** Returns false if the processor time is unknown. */
    private static boolean isBusy(Round round) {
        Long cpu = round.cpuNanosPerCall();
        return cpu != null && cpu * round.callsPerSecond() / 1e9 > BUSY;
    }
}
