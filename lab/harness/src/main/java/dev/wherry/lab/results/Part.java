package dev.wherry.lab.results;

import java.util.List;

/**
 * One of the runs that results were put together from.
 *
 * @param suites that it ran
 * @param machine where and when
 */
public record Part(List<String> suites, Machine machine) {}
