package dev.wherry.lab.results;

import java.util.List;
import java.util.Objects;

/**
 * The cost of a calling loop that calls nothing, with one caller in a closed loop.
 *
 * @param system the folder of the loop
 * @param nanosPerCall the time of a round divided by its calls, the median over the rounds; every rate has this in it
 * @param latencyNanos of a call that does nothing, the mean, likewise the median; every latency has this in it
 */
public record LoopCost(
        String system, String title, double nanosPerCall, Spread nanosPerCallSpread, double latencyNanos, int rounds) {
    public static LoopCost of(String system, String title, List<Double> nanosPerCall, List<Double> latencyNanos) {
        return new LoopCost(
                system,
                title,
                Statistics.median(nanosPerCall),
                Objects.requireNonNull(Statistics.spread(nanosPerCall.stream().mapToDouble(Double::doubleValue))),
                Statistics.median(latencyNanos),
                nanosPerCall.size());
    }
}
