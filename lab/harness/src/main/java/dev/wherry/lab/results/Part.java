package dev.wherry.lab.results;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of the runs that results were put together from.
 *
 * @param suites that it ran
 * @param startedAt when it started
 * @param busy as {@link Machine#busy}
 */
public record Part(
        List<String> suites, Instant startedAt, @Nullable Double busy) {}
