package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wherry.lab.results.Round;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The figure of each round that a claim is about. */
enum Figure {
    @JsonProperty("calls per second")
    RATE(true, Round::callsPerSecond),
    /** Calls divided by the sum of the callers' times, as in the mobility evaluation. */
    @JsonProperty("calls per second of one caller")
    RATE_OF_ONE(true, Round::perThreadCallsPerSecond),
    @JsonProperty("mean latency")
    MEAN_LATENCY(false, round -> round.latencyNanos().mean()),
    /** Of a round that is one run of so many calls. */
    @JsonProperty("time of a run")
    TIME(false, round -> round.seconds() * 1e9);

    private final boolean rate;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without captures
    private final ToDoubleFunction<Round> ofRound;

    Figure(boolean rate, ToDoubleFunction<Round> ofRound) {
        this.rate = rate;
        this.ofRound = ofRound;
    }

    double of(Round round) {
        return ofRound.applyAsDouble(round);
    }

    Direction better() {
        return rate ? Direction.HIGHER : Direction.LOWER;
    }

    /** Returns the value in a unit that leaves few digits, such as {@code 12,345 calls/s} and {@code 45.6 µs}. */
    String say(double value) {
        if (rate) {
            return digits(value) + " calls/s";
        }
        double size = Math.abs(value);
        return size < 1e3
                ? digits(value) + " ns"
                : size < 1e6
                        ? digits(value / 1e3) + " µs"
                        : size < 1e9 ? digits(value / 1e6) + " ms" : digits(value / 1e9) + " s";
    }

    private static String digits(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }
}
