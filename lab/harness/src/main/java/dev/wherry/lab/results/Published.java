package dev.wherry.lab.results;

import java.util.List;

/**
 * The publication of the original evaluation of a suite: its figures and its conclusions, for the comparison with today's.
 *
 * @param sentences its findings in words; {@link Results#claims()} has what became of them
 */
public record Published(
        String suite,
        String title,
        String source,
        String machine,
        String method,
        List<String> notes,
        List<String> sentences,
        List<Printed> printed) {}
