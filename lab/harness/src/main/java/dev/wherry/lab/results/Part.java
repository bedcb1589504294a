package dev.wherry.lab.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of the runs that results were put together from.
 *
 * @param suites that it ran
 * @param placement of its cells; null where they have several, and in files from before that was kept
 * @param machine where and when
 */
public record Part(List<String> suites, @Nullable String placement, Machine machine) {
    /** Whether it is the run of a suite with its ends so placed. */
    boolean has(String suite, String where) {
        return suites.contains(suite) && (placement == null || placement.equals(where));
    }
}
