package dev.wherry.lab.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wherry.lab.results.Complete.EmptyIfAbsent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table that an original printed, with all its digits, and the cells of a run that belong into each of its columns.
 *
 * @param down the parameter whose values its rows begin with; a row that begins with a word sums up the others
 */
public record Printed(
        String title,
        String unit,
        String down,
        Per per,
        @EmptyIfAbsent Map<String, Long> fixed,
        List<Column> columns,
        List<List<String>> rows) {
    /** The units of printed times, each with its power of ten in nanoseconds. */
    public static final Map<String, Integer> PLACES = Map.of("seconds", 9, "milliseconds", 6);

    /** The quantity that a figure is of. */
    public enum Per {
        /** The time of a round divided by its calls; a table for each system. */
        @JsonProperty("call")
        CALL,
        /** The time of a round, which is one run of so many calls; a column for each system. */
        @JsonProperty("run")
        RUN,
        /** The calls of one caller in a second; a column for each system. */
        @JsonProperty("caller")
        CALLER,
        /** The mean latency in nanoseconds; a column for each system. */
        @JsonProperty("latency")
        LATENCY
    }

    /**
     * A column.
     *
     * @param group what stands above it and its neighbours; null where nothing does
     * @param heading what stands above it alone
     * @param workload whose figures belong there
     * @param first whether they are first calls, for which the number of calls in the loop has no meaning
     * @param peer the lab's system that is today what it is of; null where there is none
     */
    public record Column(
            @Nullable String group,
            String heading,
            String workload,
            @EmptyIfAbsent boolean first,
            @Nullable String along,
            @Nullable Long value,
            @Nullable String peer) {}

    /** Checks the unit of times, and that each row has a figure for each column. */
    public Printed {
        if ((per == Per.CALL || per == Per.RUN) && !PLACES.containsKey(unit)) {
            throw new IllegalArgumentException(
                    "%s: the unit is seconds or milliseconds, and not %s".formatted(title, unit));
        }
        for (List<String> row : rows) {
            if (row.size() != columns.size() + 1) {
                throw new IllegalArgumentException("%s: the row %s has %d figures for %d columns"
                        .formatted(title, row.getFirst(), row.size() - 1, columns.size()));
            }
        }
    }
}
