package dev.wherry.lab.results;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the original evaluation said about a suite, kept as data to stand beside today's figures.
 *
 * @param suite which suite
 * @param title the evaluation's name
 * @param source where it was published
 * @param machine what it ran on
 * @param method how it measured, in its own terms
 * @param notes what a reader has to know to compare
 * @param sentences its findings in words; {@link Results#claims()} has what became of them
 * @param figures its figures that belong to single cells
 * @param printed its tables that are shown as it printed them; empty in files from before there were any
 */
public record Published(
        String suite,
        String title,
        String source,
        String machine,
        String method,
        List<String> notes,
        List<String> sentences,
        List<Figure> figures,
        List<Printed> printed) {

    /** Reads files without printed tables. */
    public Published {
        printed = Objects.requireNonNullElse(printed, List.of());
    }

    /** Whether it has no figures, because it showed only pictures. */
    public boolean showsPictures() {
        return figures.isEmpty() && printed.isEmpty();
    }

    /**
     * One published measurement.
     *
     * @param workload the workload of the suite that it belongs to
     * @param system as the original called it
     * @param peer the lab's system that is the same thing today; null where there is none
     * @param params as in {@link Cell#params()}
     * @param perThreadCallsPerSecond its throughput, by its own definition; null where it gave none
     * @param meanLatencyNanos its latency per request; null where it gave none
     */
    public record Figure(
            String workload,
            String system,
            @Nullable String peer,
            Map<String, Long> params,
            @Nullable Double perThreadCallsPerSecond,
            @Nullable Double meanLatencyNanos) {}
}
