package dev.wherry.lab.report;

import dev.wherry.lab.results.Results;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A run that did not go through in one. */
final class Interrupted {
    private Interrupted() {}

    static Optional<Notice> notice(Results results) {
        return Optional.ofNullable(results.resumedAt())
                .map(times -> new Notice(
                        "The run was interrupted.",
                        "It was carried on at %s. All systems were measured in turns at each point of the grid, so ratios are of"
                                        .formatted(times.stream()
                                                .map(Page.TIME::format)
                                                .collect(Collectors.joining(", and at ")))
                                + " one time; figures of different points may be hours apart.",
                        false,
                        List.of()));
    }
}
