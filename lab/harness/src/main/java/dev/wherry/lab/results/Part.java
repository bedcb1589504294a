package dev.wherry.lab.results;

import java.time.Instant;
import java.util.List;

/**
 * One of the runs that results were put together from.
 *
 * @param suites that it ran
 * @param startedAt when it started
 * @param loadAverage of the last minute then
 */
public record Part(List<String> suites, Instant startedAt, double loadAverage) {}
