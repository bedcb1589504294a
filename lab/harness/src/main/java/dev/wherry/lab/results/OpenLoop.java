package dev.wherry.lab.results;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The figures of an offered rate. In an open loop each call is due at a moment of its own, and its time counts from
 * there, whether or not it could be sent then.
 *
 * @param saturated whether fewer than {@value #ENOUGH} of the offered calls were answered in time. Then calls queue at
 *     the callers during the whole round, and their latencies depend on its length
 */
public record OpenLoop(long offeredCallsPerSecond, double achievedCallsPerSecond, boolean saturated) {
    private static final double ENOUGH = 0.95;

    /** Returns null for a closed loop, and if nothing was measured. In a smoke run nothing is saturated, since its times mean nothing. */
    static @Nullable OpenLoop of(Map<String, Long> params, boolean smoke, List<Round> rounds) {
        Long offered = params.get(Parameters.RATE);
        OptionalDouble achieved = Statistics.median(rounds.stream().mapToDouble(Round::callsPerSecond));
        if (offered == null || achieved.isEmpty()) {
            return null;
        }
        return new OpenLoop(offered, achieved.getAsDouble(), !smoke && achieved.getAsDouble() < ENOUGH * offered);
    }
}
