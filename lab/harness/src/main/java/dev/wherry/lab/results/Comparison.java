package dev.wherry.lab.results;

import org.jspecify.annotations.Nullable;

/**
 * A cell beside the same cell of another system in the same run.
 *
 * @param system the system compared with
 * @param callsPerSecond ratio of the medians over the rounds; above 1 is faster than the other
 * @param p50 ratio of the medians of the median latency; below 1 is faster than the other
 * @param callsPerSecondSpread the ratio taken round by round, least and greatest
 * @param p50Spread likewise for the median latency
 * @param callsPerSecondDifference whether the rates differ; where they do not, their ratio says nothing. Null in results of
 *     a lab that did not test it
 * @param p50Difference likewise for the median latency
 */
public record Comparison(
        String system,
        double callsPerSecond,
        double p50,
        Spread callsPerSecondSpread,
        Spread p50Spread,
        @Nullable Difference callsPerSecondDifference,
        @Nullable Difference p50Difference) {}
