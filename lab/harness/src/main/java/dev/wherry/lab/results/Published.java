package dev.wherry.lab.results;

import java.util.List;
import java.util.Objects;

/**
 * The publication of the original evaluation of a suite: its figures and its conclusions, for the comparison with today's.
 *
 * @param suite which suite
 * @param title the evaluation's name
 * @param source where it was published
 * @param machine what it ran on
 * @param method how it measured, in its own terms
 * @param notes what a reader has to know to compare
 * @param sentences its findings in words; {@link Results#claims()} has what became of them
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
        List<Printed> printed) {

    /** Reads files without printed tables. */
    public Published {
        printed = Objects.requireNonNullElse(printed, List.of());
    }
}
