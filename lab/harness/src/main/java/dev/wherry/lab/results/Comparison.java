package dev.wherry.lab.results;

/**
 * A cell beside the same cell of another system in the same run.
 *
 * @param system the system compared with
 * @param callsPerSecond ratio of the medians over the rounds; above 1 is faster than the other
 * @param p50 ratio of the medians of the median latency; below 1 is faster than the other
 * @param callsPerSecondSpread the ratio taken round by round, least and greatest
 * @param p50Spread likewise for the median latency
 */
public record Comparison(
        String system, double callsPerSecond, double p50, Spread callsPerSecondSpread, Spread p50Spread) {}
