package dev.wherry.lab.results;

import dev.wherry.lab.results.Complete.EmptyIfAbsent;
import java.util.List;

/**
 * The publication of the original evaluation of a suite: its figures and its conclusions, for the comparison with today's.
 *
 * @param sentences its findings in words; {@link Results#claims()} has their verdicts
 */
public record Published(
        String suite,
        String title,
        String source,
        String machine,
        String method,
        List<String> notes,
        List<String> sentences,
        @EmptyIfAbsent List<Printed> printed) {}
