package dev.wherry.lab.results;

import dev.wherry.lab.results.Round.Bar;
import dev.wherry.lab.results.Round.Lateness;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A round as a test wants it: what it does not say went well, or was not counted. */
public final class SampleRound {
    private final int number;
    private final long calls;
    private final double seconds;
    private double rate;
    private double perCaller;
    private LatencyNanos latency = new LatencyNanos(1, 1, 1, 1, 1, 1, 1, 1);
    private @Nullable Long cpuNanos;
    private @Nullable Long allocatedBytes;
    private long failed;
    private long missing;
    private long duplicates;
    private @Nullable Long classes;
    private boolean capped;
    private @Nullable Double jitterNanos;
    private @Nullable List<Bar> histogram;
    private @Nullable Lateness late;
    private @Nullable String firstFailure;

    private SampleRound(int number, long calls, double seconds) {
        this.number = number;
        this.calls = calls;
        this.seconds = seconds;
        rate = calls / seconds;
        perCaller = rate;
    }

    /** One caller's. */
    public static SampleRound of(int number, long calls, double seconds) {
        return new SampleRound(number, calls, seconds);
    }

    /** The calls, rates and times of another, and nothing else of it. */
    public static SampleRound like(Round other) {
        return of(other.round(), other.calls(), other.seconds())
                .rate(other.callsPerSecond(), other.perThreadCallsPerSecond())
                .latency(other.latencyNanos());
    }

    /** Calls per second, other than what calls and seconds come to. */
    public SampleRound rate(double all, double perCaller) {
        this.rate = all;
        this.perCaller = perCaller;
        return this;
    }

    public SampleRound latency(LatencyNanos nanos) {
        latency = nanos;
        return this;
    }

    /** Each call took as long. */
    public SampleRound each(double nanos) {
        long whole = Math.round(nanos);
        return latency(new LatencyNanos(whole, whole, whole, whole, whole, whole, nanos, 1));
    }

    public SampleRound cpu(@Nullable Long nanosPerCall) {
        cpuNanos = nanosPerCall;
        return this;
    }

    public SampleRound allocated(long bytesPerCall) {
        allocatedBytes = bytesPerCall;
        return this;
    }

    public SampleRound wrong(long failed, long missing, long duplicates) {
        this.failed = failed;
        this.missing = missing;
        this.duplicates = duplicates;
        return this;
    }

    /** How the first one failed. */
    public SampleRound failing(String how) {
        firstFailure = how;
        return this;
    }

    public SampleRound classes(@Nullable Long received) {
        classes = received;
        return this;
    }

    public SampleRound capped(boolean is) {
        capped = is;
        return this;
    }

    public SampleRound jitter(double nanos, List<Bar> bars) {
        jitterNanos = nanos;
        histogram = bars;
        return this;
    }

    public SampleRound late(Lateness nanos) {
        late = nanos;
        return this;
    }

    public Round made() {
        return new Round(
                number,
                calls,
                seconds,
                rate,
                perCaller,
                latency,
                cpuNanos,
                allocatedBytes,
                null,
                failed,
                missing,
                duplicates,
                null,
                classes,
                capped,
                null,
                jitterNanos,
                histogram,
                late,
                firstFailure);
    }
}
